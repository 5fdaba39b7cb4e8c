import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

const LINK = /:\/\/|\bwww\./i;

/** Of a name that stands in mails of ours: mail programs make links of these, and anyone may give any name. */
export const noLink = v.check((name: string) => !LINK.test(name), issueText("nameHasLink"));
