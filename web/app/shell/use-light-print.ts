import { useEffect } from "react";

/** Paper is white, and browsers leave dark grounds out of it: what is printed has the colors of the light scheme. */
export function useLightPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let own: string | undefined;
    const lighten = () => {
      own = dataset.mantineColorScheme;
      dataset.mantineColorScheme = "light";
    };
    const restore = () => {
      if (own !== undefined) dataset.mantineColorScheme = own;
    };
    addEventListener("beforeprint", lighten);
    addEventListener("afterprint", restore);
    return () => {
      removeEventListener("beforeprint", lighten);
      removeEventListener("afterprint", restore);
    };
  }, []);
}
