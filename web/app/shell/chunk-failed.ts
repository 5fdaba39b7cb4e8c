/** The event that Remix sends, through vite.config.ts, when the code of a screen could not be loaded. */
export const CHUNK_FAILED = "chunk-failed";
