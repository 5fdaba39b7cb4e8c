/** What was done, in Settings > Activity. */
export { default } from "@thaw/text/en-us-activity";
