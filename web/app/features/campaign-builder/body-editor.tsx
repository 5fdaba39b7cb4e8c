import "@mantine/tiptap/styles.layer.css";
import { Link, RichTextEditor } from "@mantine/tiptap";
import { Image } from "@tiptap/extension-image";
import { Paragraph } from "@tiptap/extension-paragraph";
import { type Editor, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type MutableRefObject, useEffect, useRef } from "react";
import { ImageControl, ImageState, useImages } from "./image-control.tsx";
import { toEditorHtml, toStoredHtml } from "./mail-html.ts";

export type BodyHandle = {
  /** Puts a text where the cursor is. */
  insertText: (text: string) => void;
  /** Puts a piece of a mail where the cursor is. */
  insertHtml: (html: string) => void;
  /** Writes another mail in the place of this one; the editor can undo it. */
  replace: (html: string) => void;
};

type Props = {
  label: string;
  /** As it is sent; read once, when the editor opens. */
  html: string;
  onChange: (html: string) => void;
  /** Filled while the editor is open. */
  handleRef: MutableRefObject<BodyHandle | null>;
};

/** Enter begins a line, not a paragraph with space around it: that is how people write mail to each other. */
const Line = Paragraph.extend({
  parseHTML: () => [{ tag: "div" }, { tag: "p" }],
  renderHTML: ({ HTMLAttributes }) => ["div", HTMLAttributes, 0],
});

// What is written here is sent as it is: nothing that a plain mail would not hold.
const EXTENSIONS = [
  Line,
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    paragraph: false,
    strike: false,
    underline: false,
  }),
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null } }),
  // In a line like a word; mail programs know no other way to keep a large one within the window.
  Image.configure({ inline: true, HTMLAttributes: { style: "max-width:100%;height:auto" } }),
];

/** What was put in place is a change like one that was typed. */
const OVERWRITE = { emitUpdate: true };

/** The body of a mail. Fetched when a step is written: the editor is the largest piece of the wizard. */
export default function BodyEditor({ label, html, onChange, handleRef }: Props) {
  const present = useRef<Editor | null>(null);
  const images = useImages(present);
  /** Takes images that were pasted or dropped; everything else is the editor's own. */
  const takeImages = (data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (files.length > 0) images.insert(files);
    return files.length > 0;
  };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: toEditorHtml(html),
    immediatelyRender: false,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { "aria-label": label, role: "textbox", "aria-multiline": "true" },
      handlePaste: (_view, event) => takeImages(event.clipboardData),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && takeImages(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => onChange(toStoredHtml(changed.getHTML())),
  });
  useEffect(() => {
    present.current = editor;
    if (!editor) return;
    handleRef.current = {
      insertText: (text) => editor.chain().focus().insertContent({ type: "text", text }).run(),
      insertHtml: (piece) => editor.chain().focus().insertContent(toEditorHtml(piece)).run(),
      replace: (mail) => editor.chain().focus().setContent(toEditorHtml(mail), OVERWRITE).run(),
    };
    return () => {
      handleRef.current = null;
    };
  }, [editor, handleRef]);
  return (
    <RichTextEditor editor={editor} className="wizard-body">
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <ImageControl onFiles={images.insert} />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
      <ImageState share={images.share} problem={images.problem} />
    </RichTextEditor>
  );
}
