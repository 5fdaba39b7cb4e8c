import { useIsomorphicEffect } from "@mantine/hooks";
import { type RefObject, useRef } from "react";

/** The newest `value`, for callbacks that outlive the render that made them. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useIsomorphicEffect(() => {
    ref.current = value;
  });
  return ref;
}
