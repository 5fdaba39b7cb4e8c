/** Settings: passkeys. */
export default {
  title: "Passkeys",
  teach:
    "Log in with your fingerprint, face or device PIN. Nothing to type, and fake sites cannot steal it.",
  add: "Add a passkey",
  addSentence: "Name the device, so you can tell your passkeys apart.",
  name: "Name",
  nameHint: "Work laptop",
  password: "Password",
  make: "Create passkey",
  failed: "Your browser created no passkey. Try again, or use another device.",
  addedNow: "“{name}” can now log you in",
  synced: "Synced",
  added: "Added",
  used: "Last used",
  never: "Never",
  actions: "Actions",
  rename: "Rename",
  renameOf: "Rename {name}",
  renamed: "Passkey renamed",
  remove: "Remove",
  removeOf: "Remove {name}",
  removeSentence:
    "It no longer works here. Delete it on your device too, or it will still be offered.",
  removed: "“{name}” can no longer be used to log in",
  elsewhere: "Passkeys belong to the site's own name: <link>open it there</link> to add one.",
} as const;
