/** In which the edge says that a request came by it. */
export const EDGE_HEADER = "x-thaw-edge";

/**
 * The words of the edge's secret, with commas between them: the edge sends the first, any of them is taken, so that one can be
 * replaced by another. What is shorter is none: SST leaves such a thing where nobody has set the secret.
 */
export const edgeSecrets = (secret = ""): string[] =>
  secret.split(/[\s,]+/).filter((word) => /^[\w+/=-]{32,}$/.test(word));
