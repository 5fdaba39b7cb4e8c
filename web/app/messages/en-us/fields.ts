/** What schemas say of bad fields. */
export { default } from "@thaw/text/en-us-fields";
