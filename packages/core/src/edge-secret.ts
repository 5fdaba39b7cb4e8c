/** In which the edge says that a request came by it. */
export const EDGE_HEADER = "x-thaw-edge";

/**
 * The values of the edge's secret, separated by commas: the edge sends the first and any of them is accepted, so that one
 * can be replaced by another. Values that are too short are ignored: SST leaves such a value where nobody has set the
 * secret.
 */
export const edgeSecrets = (secret = ""): string[] =>
  secret.split(/[\s,]+/).filter((word) => /^[\w+/=-]{32,}$/.test(word));
