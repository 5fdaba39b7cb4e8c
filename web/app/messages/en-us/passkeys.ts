/** Settings: passkeys. */
export default {
  title: "Passkeys",
  teach:
    "A passkey logs you in with your finger, your face or your device's PIN. Nothing has to be typed or remembered, no code is mailed, and a false site cannot ask for it.",
  add: "Add a passkey",
  addSentence: "Name the device, so that you know this passkey from others later.",
  name: "Name",
  nameHint: "Work laptop",
  password: "Password",
  make: "Make the passkey",
  failed: "Your browser made no passkey. Try again, or take a device that has none for you yet.",
  addedNow: "“{name}” logs you in from now on",
  synced: "Synced",
  added: "Added",
  used: "Last used",
  never: "Never",
  actions: "Actions",
  rename: "Rename",
  renameOf: "Rename {name}",
  renamed: "The passkey has another name now",
  remove: "Remove",
  removeOf: "Remove {name}",
  removeSentence:
    "It will open nothing here any more. Delete it on your device too, or it will still be offered.",
  removed: "“{name}” logs nobody in any more",
  elsewhere: "Passkeys belong to the site's own name: <link>open it there</link> to add one.",
} as const;
