import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

// Every shade was measured: text on its own ground is at least 4.5 : 1 in both schemes.
const ice: MantineColorsTuple = [
  "#f0f8fe",
  "#d9edfc",
  "#b6dcf7",
  "#89c5f0",
  "#59ade8",
  "#2894e2",
  "#1579c1",
  "#0f6cae",
  "#0b5893",
  "#084578",
];
const ember: MantineColorsTuple = [
  "#fef3eb",
  "#fee4d2",
  "#fbc9a7",
  "#f9ab77",
  "#f58d47",
  "#f36f16",
  "#d5550b",
  "#b34209",
  "#9b3408",
  "#7d2708",
];
const red: MantineColorsTuple = [
  "#fdf2f1",
  "#fbe4e2",
  "#f6c7c4",
  "#f0a19d",
  "#e97b77",
  "#de4f4a",
  "#cf2f29",
  "#c1251f",
  "#a11d18",
  "#7e1713",
];
const green: MantineColorsTuple = [
  "#ebfaf2",
  "#d0f3e0",
  "#a3e7c4",
  "#6fd8a2",
  "#33cc80",
  "#29a969",
  "#228855",
  "#1e764a",
  "#165c39",
  "#0f432a",
];
const gray: MantineColorsTuple = [
  "#f9fafb",
  "#f3f5f7",
  "#e7ebef",
  "#d6dbe1",
  "#b4bcc5",
  "#8e98a4",
  "#646e7d",
  "#4b5462",
  "#333b47",
  "#1f242e",
];
const dark: MantineColorsTuple = [
  "#d0d6dc",
  "#b5bcc5",
  "#97a0aa",
  "#666f7a",
  "#454b54",
  "#31373f",
  "#252a31",
  "#191d24",
  "#15181e",
  "#0e1116",
];

const theme = createTheme({
  colors: { ice, ember, red, green, gray, dark },
  primaryColor: "ice",
  primaryShade: { light: 7, dark: 6 },
  black: "#1f242e",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontSizes: { xs: "0.8125rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.4" },
      h2: { fontSize: "1rem", lineHeight: "1.5" },
      h3: { fontSize: "0.875rem", lineHeight: "1.5" },
    },
  },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "sm",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: "sm" } },
    Anchor: { defaultProps: { size: "sm" } },
    Badge: { defaultProps: { tt: "none", fw: 500, fz: "0.75rem", lts: 0, miw: "max-content" } },
    Checkbox: { defaultProps: { radius: "xs" } },
    // Help stands below the field, as the errors do.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] },
    },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120 },
        shadow: "none",
        // It heads the dialog, not the page.
        attributes: { header: { role: "presentation" } },
      },
    },
    Menu: {
      defaultProps: { transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
      // As wide as its longest item, which may be someone's name of a folder.
      styles: { dropdown: { maxWidth: "min(360px, calc(100vw - 16px))" } },
    },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});

/** `closeLabel` names the cross of every dialog and toast. */
export function themeWith(closeLabel: string) {
  const CloseButton = { defaultProps: { "aria-label": closeLabel } };
  return { ...theme, components: { ...theme.components, CloseButton } };
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": gray[6],
    "--mantine-color-placeholder": gray[6],
    "--mantine-color-error": red[7],
    "--mantine-color-default-border": gray[3],
    "--border": gray[2],
    "--ground": gray[0],
    "--ember": ember[5],
    "--tone-gray": "#5c6675",
    "--tone-gray-ground": "#f1f2f4",
    "--tone-ice": "#136baa",
    "--tone-ice-ground": "#e8f4fc",
    "--tone-green": "#1e764a",
    "--tone-green-ground": "#ebfaf2",
    "--tone-amber": "#8a610f",
    "--tone-amber-ground": "#fcf6e8",
    "--tone-red": "#c1251f",
    "--tone-red-ground": "#fbeae9",
    "--tone-violet": "#7333cc",
    "--tone-violet-ground": "#f1ebfa",
  },
  dark: {
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": dark[2],
    "--mantine-color-error": red[4],
    // Mantine's are all but white: what deletes would look like what does not.
    "--mantine-color-ice-light-color": ice[3],
    "--mantine-color-red-light-color": red[3],
    "--mantine-color-green-light-color": green[3],
    "--mantine-color-default-border": dark[4],
    "--border": dark[5],
    "--ground": dark[8],
    "--ember": ember[5],
    "--tone-gray": "#98a1ae",
    "--tone-gray-ground": "#262a31",
    "--tone-ice": "#5aace7",
    "--tone-ice-ground": "#182f3f",
    "--tone-green": "#33cc80",
    "--tone-green-ground": "#183f2b",
    "--tone-amber": "#e0a124",
    "--tone-amber-ground": "#3f3218",
    "--tone-red": "#e97b77",
    "--tone-red-ground": "#3f1918",
    "--tone-violet": "#ab85e0",
    "--tone-violet-ground": "#28183f",
  },
});
