import { Modal, type ModalProps } from "@mantine/core";
import { useFocusBack } from "./use-focus-back.ts";

/** A dialog that is mounted only while it is open. The focus goes back to where it came from. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  return <Modal {...props} opened />;
}
