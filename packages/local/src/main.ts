import { readSettings } from "./config.ts";
import { serve } from "./serve.ts";
import { loadSite } from "./site.ts";

await serve(() => ({ ...readSettings(process.argv.slice(2), process.env), site: loadSite }));
