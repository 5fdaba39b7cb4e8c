import { useUncontrolled } from "@mantine/hooks";
import {
  type ComponentType,
  cloneElement,
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type RefAttributes,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { usePiece } from "./piece.ts";

type Button = ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>;

/** What a menu or popover gets that is fetched when it is first opened: it draws the button, too. */
export type Opened = { button: Button; opened: boolean; onChange: (opened: boolean) => void };

type Props<More> = {
  button: Button;
  popup: "menu" | "dialog";
  /** Made once, outside of the component. */
  load: () => Promise<{ default: ComponentType<Opened & More> }>;
  /** What it needs besides. */
  more: More;
  /** For those who say themselves when it is open. */
  opened?: boolean;
  onChange?: (opened: boolean) => void;
};

/**
 * A button whose menu or popover is fetched when it is first opened, or a moment before: when the pointer or the
 * keyboard comes to it. Until then there is only the button.
 */
export function OpensLater<More extends object>({
  button,
  popup,
  load,
  more,
  ...rest
}: Props<More>) {
  const { opened: value, onChange: notify } = rest;
  const [opened, setOpened] = useUncontrolled({
    ...(value === undefined ? {} : { value }),
    ...(notify ? { onChange: notify } : {}),
    finalValue: false,
  });
  const target = useRef<HTMLElement>(null);
  const [isAttached, setAttached] = useState(false);
  const Part = usePiece(load, opened, () => setOpened(false));
  // The button is drawn anew inside of what opens, which gives the focus back to where it was when it opened.
  useEffect(() => {
    if (!Part) return;
    target.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/set-state-in-effect -- it opens once the focus is there, not before
    setAttached(true);
  }, [Part]);
  const [isPrepared, setPrepared] = useState(false);
  const prepare = () => {
    if (isPrepared) return;
    setPrepared(true);
    load().catch(() => undefined);
  };
  const alone = cloneElement(button, {
    onClick: () => setOpened(true),
    onPointerEnter: prepare,
    onFocus: prepare,
    "aria-haspopup": popup,
    "aria-expanded": false,
    "aria-busy": opened,
  });
  if (!Part) return alone;
  // oxlint-disable-next-line react/refs -- handed on, not read
  const attached = cloneElement(button, { ref: target });
  return (
    <Suspense fallback={alone}>
      {createElement(Part, {
        ...more,
        button: attached,
        opened: opened && isAttached,
        onChange: setOpened,
      })}
    </Suspense>
  );
}
