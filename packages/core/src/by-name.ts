const { compare } = new Intl.Collator("en", { numeric: true });

/** As people count: "Season 9" comes before "Season 10". */
export const byName = (a: { name: string }, b: { name: string }): number => compare(a.name, b.name);
