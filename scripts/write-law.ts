// Writes docs/law.md from the rules in src/domain/law.
import { writeFileSync } from "node:fs"
import { lawPage } from "./law-page.ts"

writeFileSync("docs/law.md", lawPage())
