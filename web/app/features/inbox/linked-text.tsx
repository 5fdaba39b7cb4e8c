import { Anchor } from "@mantine/core";

const LINK = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** Plain words, in which web addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="message-text">
      {text.split(LINK).map((part, at) =>
        // Every second part is what the pattern matched; parts never change places.
        at % 2 === 1 ? (
          <Anchor
            key={at}
            href={part}
            underline="always"
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </p>
  );
}
