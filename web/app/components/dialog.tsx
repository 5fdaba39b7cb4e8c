import { Modal, type ModalProps } from "@mantine/core";
import { useRef } from "react";
import { useFocusBack } from "./use-focus-back.ts";

/** A dialog that is mounted only while it is open. The focus goes back to where it came from. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  const root = useRef<HTMLDivElement>(null);
  useFocusBack(root);
  return <Modal {...props} ref={root} opened />;
}
