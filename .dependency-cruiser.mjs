// What each folder of src may import, besides itself and packages. A folder is added here before it is made.
const mayImport = {
  domain: [],
  platform: ["domain"],
  audio: [],
  events: ["domain", "platform"],
  providers: ["domain", "platform", "audio"],
  carriers: ["domain", "platform", "audio"],
  accounts: ["domain", "platform", "events"],
  contacts: ["accounts..."],
  campaigns: ["contacts..."],
  calls: ["campaigns..."],
  dialer: ["calls...", "carriers"],
  rag: ["domain", "platform", "events", "accounts", "campaigns", "providers"],
  media: ["calls...", "audio", "carriers", "providers", "rag"],
  policy: ["calls...", "providers"],
  writeback: ["calls..."],
  api: ["*"],
  cli: ["domain", "platform", "api"]
}

const folders = Object.keys(mayImport)

// "calls..." is calls and what it may import, "*" every folder.
const expand = (entry) => {
  if (entry === "*") return folders
  if (!entry.endsWith("...")) return [entry]
  const folder = entry.slice(0, -3)
  return [folder, ...mayImport[folder].flatMap(expand)]
}

const inside = (names) => `^src/(${[...new Set(names)].join("|")})/`

const folderRules = folders.map((folder) => ({
  name: `${folder}-imports`,
  comment: `Besides itself and packages, src/${folder} may import: ${mayImport[folder].join(", ") || "nothing"}.`,
  severity: "error",
  from: { path: inside([folder]) },
  to: { path: "^src/[^/]+/", pathNot: inside([folder, ...mayImport[folder].flatMap(expand)]) }
}))

export default {
  forbidden: [
    ...folderRules,
    {
      name: "folder-without-a-line",
      comment: "Every folder of src has its line in the table.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: inside(folders) },
      to: {}
    },
    {
      name: "composition-root",
      comment: "src/main.ts and src/cli.ts put the folders together: nothing of the product imports them.",
      severity: "error",
      from: { path: "^src/[^/]+/" },
      to: { path: "^src/[^/]+$" }
    },
    {
      name: "contract-is-for-clients",
      comment: "src/api/contract is imported by clients: itself, src/domain and effect, nothing else.",
      severity: "error",
      from: { path: "^src/api/contract/" },
      to: { pathNot: ["^src/(api/contract|domain)/", "^node_modules/effect/"] }
    },
    {
      name: "pure",
      comment: "src/domain and src/audio do no I/O.",
      severity: "error",
      from: { path: "^src/(domain|audio)/" },
      to: { dependencyTypes: ["core"] }
    },
    {
      name: "frozen",
      comment: "A migration imports nothing of ours: it must do tomorrow what it did yesterday.",
      severity: "error",
      from: { path: "^migrations/" },
      to: { path: "^(src|migrations)/" }
    },
    {
      name: "product-only",
      comment: "The product imports no test, bench or script.",
      severity: "error",
      from: { path: "^(src|migrations)/" },
      to: { path: "^(test|bench|scripts)/" }
    },
    {
      name: "tests-stay-tests",
      comment: "Only tests import tests.",
      severity: "error",
      from: { pathNot: "^test/" },
      to: { path: "^test/" }
    },
    {
      name: "no-development-package",
      comment: "The product runs after `npm ci --omit=dev`.",
      severity: "error",
      from: { path: "^(src|migrations)/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] }
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } }
  ],
  options: {
    // dependency-cruiser cannot use TypeScript 7; without a parser it passes over every file in silence. swc sees type imports too.
    parser: "swc",
    doNotFollow: { path: "^node_modules/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] }
  }
}
