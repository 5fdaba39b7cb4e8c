import type { FieldMetadata } from "@conform-to/react";
import { ServerFields } from "./server-fields.tsx";
import type { Servers } from "./use-servers.ts";
import "./mailbox.css";

// Only the names and the errors of Conform's metadata are used; its values differ per form.
// oxlint-disable-next-line typescript/no-explicit-any
type Field = FieldMetadata<any>;
type Fields = Record<
  "smtp_host" | "smtp_port" | "smtp_security" | "imap_host" | "imap_port" | "imap_security",
  Field
>;

type Props = {
  fields: Fields;
  servers: Servers;
  onChange: (servers: Servers) => void;
  /** They are sent with the form all the same. */
  isHidden?: boolean;
};

/** Where a mailbox sends and where it reads, side by side. */
export function ServerSides({ fields, servers, onChange, isHidden = false }: Props) {
  return (
    <div className="mailbox-sides" hidden={isHidden}>
      <ServerFields
        side="smtp"
        fields={{
          host: fields.smtp_host,
          port: fields.smtp_port,
          security: fields.smtp_security,
        }}
        value={servers.smtp}
        onChange={(smtp) => onChange({ ...servers, smtp })}
      />
      <ServerFields
        side="imap"
        fields={{
          host: fields.imap_host,
          port: fields.imap_port,
          security: fields.imap_security,
        }}
        value={servers.imap}
        onChange={(imap) => onChange({ ...servers, imap })}
      />
    </div>
  );
}
