/** Settings > Tags, and tags wherever they are put on something. */
export default {
  title: "Tags",
  sentence:
    "Short words of your own for campaigns, leads, mailboxes and templates. Lists can be narrowed to them.",
  label: "Tags",
  empty:
    "Your tags will be here: one for each market, season or source. Put them on campaigns, leads, mailboxes and templates from their lists.",
  name: "Name",
  nameHint: "Agencies",
  actions: "Actions",
  add: "New tag",
  editTitle: "Change {name}",
  create: "Create it",
  save: "Save",
  edit: "Change",
  editOf: "Change {name}",
  delete: "Delete",
  deleteOf: "Delete {name}",
  created: "{name} is created",
  saved: "{name} is saved",
  deleted: "{name} is deleted",
  restored: "{name} is back",
  tag: "Tag",
  putOn: "Put on",
  takeOff: "Take off",
  manage: "Manage tags",
} as const;
