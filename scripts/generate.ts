// `npm run generate`: writes every file that follows from others; with `--check` it only says which ones are out of date.
export {};

await import("./erasures.ts");
await import("./routers.ts");
await import("./texts.ts");
// These load the application, with what the ones above have written.
await import("./routes.ts");
await import("./table.ts");
await import("./permissions.ts");
