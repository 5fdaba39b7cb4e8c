import { Modal, type ModalProps } from "@mantine/core";
import { useRef } from "react";
import { useFocusBack } from "./use-focus-back.ts";

/**
 * A dialog that is mounted only while it is open. The focus goes back to where it came from. A wide one begins at the top:
 * what it shows comes later and grows, and nothing may jump under the pointer.
 */
export function Dialog(props: Omit<ModalProps, "opened">) {
  const root = useRef<HTMLDivElement>(null);
  useFocusBack(root);
  return <Modal centered={props.size === undefined} {...props} ref={root} opened />;
}
