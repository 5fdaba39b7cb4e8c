import type { FormatCallback } from "html-to-text";

/** What is asked here of the nodes that the converter's parser makes. */
type Node = {
  type: string;
  name?: string;
  data?: string;
  parent?: Node | null;
  prev?: Node | null;
  next?: Node | null;
  children?: Node[];
};

/** Elements that begin and end a line of their own (HTML 15.3, "Flow content"). */
const BLOCKS = new Set(
  (
    "html body div p table tbody thead tr td th ul ol li dl dt dd blockquote pre hr h1 h2 h3 h4 h5 h6 " +
    "article aside section header footer main nav form fieldset address center figure"
  ).split(" "),
);

/** Stands for a line without words until the text is complete: the converter drops a block without text. */
const EMPTY_LINE = "\u00a0";

/**
 * A `br` as browsers show it: one that ends its block adds no line, because the block's end is the end of the line;
 * alone on its line it is the line that keeps the block open. Mail programs write an empty line as `<div><br></div>`.
 */
export const lineBreak: FormatCallback = (element, _walk, builder) => {
  const node = element as Node;
  if (siblingLeaf(node, "next") !== undefined) builder.addLineBreak();
  else if (!hasWords(siblingLeaf(node, "prev"))) builder.addInline(EMPTY_LINE);
};

/** Lines that were kept open have no words. */
export function emptyLinesIn(text: string): string {
  return text.replace(/^\u00a0$/gm, "");
}

const hasWords = (leaf: Node | undefined) => leaf !== undefined && leaf.name !== "br";

/**
 * What stands before or after it on the same line: words, an image, another break. The way to a neighbour goes over each
 * node between two breaks at most twice, so that a mail of breaks alone is read in linear time.
 */
function siblingLeaf(from: Node, side: "next" | "prev"): Node | undefined {
  let node = from;
  for (;;) {
    const sibling = node[side];
    if (sibling) {
      const leaf = descend(sibling, side);
      if (isBlock(leaf)) return undefined;
      if (isShown(leaf)) return leaf;
      node = leaf;
    } else {
      const { parent } = node;
      if (!parent || isBlock(parent) || parent.type === "root") return undefined;
      node = parent;
    }
  }
}

/** The nearest leaf of what stands beside, or the block on the way to it. */
function descend(from: Node, side: "next" | "prev"): Node {
  let node = from;
  while (!isBlock(node)) {
    const children: Node[] = node.children ?? [];
    const inner = side === "next" ? children[0] : children.at(-1);
    if (!inner) break;
    node = inner;
  }
  return node;
}

const isBlock = ({ name }: Node) => name !== undefined && BLOCKS.has(name);

const isShown = (node: Node) =>
  node.type === "text" ? /\S/.test(node.data ?? "") : node.name === "br";
