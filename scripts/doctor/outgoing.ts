import { type Finding, findings } from "./finding.ts";

/** Nobody on the Internet is asked, so that nobody knows. */
export function checkOutgoing(): Finding {
  const says = "whether this network lets SMTP (465, 587) and IMAP (993) out";
  return findings("outgoing").notChecked(
    says,
    "nc -vz smtp.YOUR.PROVIDER 465, and 587, and imap.YOUR.PROVIDER 993",
  );
}
