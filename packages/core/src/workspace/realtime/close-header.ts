/**
 * Tells the local runtime with which code and for what reason to close a websocket. API Gateway has no way to say so (it
 * closes with 1000 always) and ignores it.
 */
export const CLOSE_HEADER = "x-thaw-close";
