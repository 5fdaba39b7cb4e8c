import type { Page } from "playwright/test";

/** A list of two hundred rows is like one of twenty. */
const MOST_PRESSES = 60;
const PRESSES_AT_ONCE = 10;

/** What the page notes while Tab walks it. */
type Walk = {
  operable: Element[];
  reached: Set<Element>;
  /** Where the focus has changed nothing that is seen, by the first look. */
  unseen: Set<Element>;
  /** The focus came back to where it had been. */
  isOver: boolean;
  /** What floats above a page holds the focus: the page below is not reached. */
  floats: boolean;
  lookOf: (element: Element) => string;
  nameOf: (element: Element) => string;
  before: Map<Element, string>;
  note: () => void;
};
type Walked = Window & { walk?: Walk };

/**
 * Walks the page as it stands with Tab (WCAG 2.1, 2.1.1 and 2.4.7).
 *
 * @returns what only a mouse reaches, what Tab does not reach, and where the focus cannot be seen
 */
export async function tabThrough(page: Page): Promise<string[]> {
  const found = (await page.evaluate(beginWalk)).map((one) => `works by mouse alone: ${one}`);
  for (let presses = 0; presses < MOST_PRESSES; presses += PRESSES_AT_ONCE) {
    for (let at = 0; at < PRESSES_AT_ONCE; at += 1) await page.keyboard.press("Tab");
    if (await page.evaluate(isOver)) break;
  }
  const { leftOut, unseen } = await page.evaluate(endWalk);
  found.push(...leftOut.map((one) => `is not reached by Tab: ${one}`));
  found.push(...unseen.map((one) => `does not show its focus: ${one}`));
  return found;
}

/** Runs in the page. @returns what can be clicked and not focused */
function beginWalk(): string[] {
  const FOCUSABLE =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex]";
  const isThere = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
    element.getClientRects().length > 0 &&
    !element.closest("[inert], [aria-hidden=true]");
  const isEnabled = (element: Element) => !element.matches(":disabled, [data-disabled]");
  /** What may change by focus: the element's own frame, or that of what it stands in or beside. */
  const lookOf = (element: Element): string => {
    const near = [element, element.nextElementSibling, element.previousElementSibling];
    let parent = element.parentElement;
    for (let depth = 0; parent && depth < 3; depth += 1) {
      near.push(parent);
      parent = parent.parentElement;
    }
    return near
      .map((each) => {
        if (!each) return "";
        const style = getComputedStyle(each);
        const outline =
          style.outlineStyle === "none" ? "" : style.outlineStyle + style.outlineWidth;
        return [outline, style.boxShadow, style.borderColor, style.backgroundColor].join("|");
      })
      .join("/");
  };
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
  const floats = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].some(
    (element) => element.checkVisibility(),
  );
  if (document.activeElement instanceof HTMLElement && !floats) document.activeElement.blur();
  const all = [...document.querySelectorAll(FOCUSABLE)].filter(isThere).filter(isEnabled);
  const walk: Walk = {
    operable: all
      .filter((element) => (element as HTMLElement).tabIndex >= 0)
      // A link in a text that is being written is text.
      .filter((element) => !element.parentElement?.closest("[contenteditable=true]")),
    reached: new Set(),
    unseen: new Set(),
    isOver: false,
    floats,
    lookOf,
    nameOf,
    // A dialog's first field has the focus already, and looks like it.
    before: new Map(
      all.flatMap((each) => (each === document.activeElement ? [] : [[each, lookOf(each)]])),
    ),
    note() {
      const element = document.activeElement;
      if (!element || element === document.body || walk.isOver) return;
      walk.isOver = walk.reached.has(element);
      walk.reached.add(element);
      if (walk.before.get(element) === lookOf(element)) walk.unseen.add(element);
    },
  };
  (window as Walked).walk = walk;
  document.addEventListener("focusin", walk.note);
  const clicked = [...document.querySelectorAll("body *")].filter((element) => {
    const parent = element.parentElement;
    const isPointed = (each: Element) => getComputedStyle(each).cursor === "pointer";
    return isPointed(element) && (!parent || !isPointed(parent));
  });
  return clicked
    .filter((element) => isThere(element) && isEnabled(element))
    .filter((element) => !element.closest(`${FOCUSABLE}, label`))
    .filter((element) => !element.querySelector(`${FOCUSABLE}, label`))
    .map(nameOf);
}

/** Runs in the page. */
function isOver(): boolean {
  return (window as Walked).walk?.isOver ?? true;
}

/** Runs in the page. A color that moves to its new value looks as before for a moment: what seemed unseen is looked at again. */
async function endWalk(): Promise<{ leftOut: string[]; unseen: string[] }> {
  const MOVES_MS = 400;
  const { walk } = window as Walked;
  if (!walk) return { leftOut: [], unseen: [] };
  document.removeEventListener("focusin", walk.note);
  const unseen: string[] = [];
  for (const element of walk.unseen) {
    if (!(element instanceof HTMLElement)) continue;
    element.focus({ preventScroll: true });
    await new Promise((done) => setTimeout(done, MOVES_MS));
    if (walk.before.get(element) === walk.lookOf(element)) unseen.push(walk.nameOf(element));
  }
  if (document.activeElement instanceof HTMLElement && !walk.floats) document.activeElement.blur();
  /** Arrows move between the radios of a group. */
  const groups = new Set(
    [...walk.reached].map(
      (element) => element.matches("[type=radio]") && element.getAttribute("name"),
    ),
  );
  const isInGroup = (element: Element) =>
    element.matches("[type=radio]") && groups.has(element.getAttribute("name"));
  const leftOut = walk.operable
    .filter((element) => element.isConnected && element.checkVisibility())
    .filter((element) => !walk.reached.has(element) && !isInGroup(element));
  const isWhole = walk.isOver && !walk.floats;
  return { leftOut: isWhole ? leftOut.map(walk.nameOf) : [], unseen };
}
