// Allowed imports of each folder of src, besides itself and packages. Add a folder here before you create it.
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
  dialer: ["calls...", "carriers", "tools"],
  rag: ["domain", "platform", "events", "accounts", "campaigns", "providers"],
  tools: ["campaigns..."],
  media: ["calls...", "audio", "carriers", "providers", "rag", "tools"],
  policy: ["calls...", "providers"],
  writeback: ["calls..."],
  operations: ["calls...", "audio", "carriers", "providers", "tools", "dialer", "writeback"],
  api: ["*"],
  cli: ["domain", "platform", "api"]
}

// Rooms of its own folder that a room may import, besides itself; "." means the files directly in the folder. A folder
// without an entry has no rooms. Add a room here, and to CONTRIBUTING.md, before you create it.
export const rooms = {
  domain: {
    schema: [],
    text: ["schema"],
    speech: ["schema", "text"],
    calendar: ["schema", "text"],
    costs: [],
    law: ["calendar", "text"],
    accounts: ["calendar", "law", "schema", "text"],
    people: ["accounts", "calendar", "text"],
    contacts: ["accounts", "calendar", "law", "schema", "text"],
    knowledge: ["accounts", "calendar", "schema", "text"],
    delivery: ["accounts", "calendar", "schema", "text"],
    operations: ["calendar", "schema", "speech", "text"],
    tools: ["contacts", "calendar", "schema", "text"],
    campaigns: ["accounts", "callers", "calendar", "law", "schema", "text"],
    flows: ["accounts", "contacts", "tools", "calendar", "schema", "speech", "text"],
    calls: ["campaigns", "delivery", "flows", "tools", "calendar", "costs", "schema", "text"],
    views: ["campaigns", "calls", "contacts", "tools", "calendar", "costs", "schema", "text"],
    callers: ["calendar", "law", "schema", "text"],
    dialing: [
      "accounts",
      "callers",
      "contacts",
      "campaigns",
      "flows",
      "calls",
      "calendar",
      "law",
      "schema",
      "speech",
      "text"
    ]
  },
  platform: {
    ".": [],
    files: ["."],
    secrets: [".", "files"],
    observability: [".", "secrets"],
    lifecycle: [".", "secrets", "observability"],
    sql: [".", "files", "lifecycle", "observability"],
    "rate-limit": [".", "lifecycle", "observability"],
    http: [".", "lifecycle", "observability", "secrets"]
  },
  events: {
    ".": [],
    schemas: [],
    bus: ["schemas"],
    outbox: [".", "schemas", "bus"],
    consumers: [".", "schemas", "bus", "outbox"],
    embedded: [".", "bus", "outbox"],
    kafka: [".", "schemas", "bus", "outbox", "consumers"]
  },
  accounts: {
    ".": [],
    keys: ["."],
    people: ["."],
    callers: ["."],
    speech: ["."]
  },
  contacts: {
    consents: [],
    ".": ["consents"],
    imports: ["."],
    registries: [".", "imports"]
  },
  carriers: {
    ".": [],
    twilio: ["."],
    simulated: [".", "twilio"],
    browser: [".", "twilio"]
  },
  providers: {
    contract: [],
    circuit: ["contract"],
    google: ["contract", "circuit"],
    openai: ["contract", "circuit"],
    local: ["contract"],
    socket: ["contract"],
    deepgram: ["contract", "socket"],
    soniox: ["contract", "socket"],
    assemblyai: ["contract", "socket"],
    elevenlabs: ["contract", "socket"],
    cartesia: ["contract", "socket"],
    sarvam: ["contract", "socket"],
    ".": [
      "contract",
      "circuit",
      "google",
      "openai",
      "local",
      "socket",
      "deepgram",
      "elevenlabs",
      "soniox",
      "assemblyai",
      "cartesia",
      "sarvam"
    ]
  },
  campaigns: {
    "used-by": [],
    tools: ["used-by"],
    ".": ["used-by", "tools"]
  },
  calls: {
    queue: [],
    costs: [],
    capacity: [],
    uploads: ["queue"],
    attempts: ["queue", "costs"],
    conversations: ["attempts", "costs"],
    outcomes: ["queue", "attempts", "conversations"],
    live: ["conversations"],
    views: ["queue", "attempts", "costs", "conversations", "outcomes"],
    review: ["queue", "attempts", "conversations", "outcomes", "views"],
    recordings: ["attempts", "views"],
    erasure: ["queue", "attempts"]
  },
  dialer: {
    cluster: [],
    ".": ["cluster"]
  },
  writeback: {
    links: [],
    ".": ["links"]
  },
  operations: {
    "installation-keys": [],
    checks: [],
    ".": ["installation-keys", "checks"]
  },
  media: {
    text: [],
    line: [],
    "fixed-lines": ["text"],
    honesty: [],
    machines: [],
    "opt-out": ["text"],
    "recording-consent": [],
    turns: ["opt-out", "text"],
    conversation: ["recording-consent", "fixed-lines", "machines", "opt-out", "text", "turns"],
    brief: ["fixed-lines", "recording-consent", "conversation", "machines", "opt-out", "text", "turns"],
    hearing: ["brief", "conversation"],
    tools: ["line", "brief", "fixed-lines"],
    reply: ["line", "brief", "conversation", "fixed-lines", "honesty", "text", "tools"],
    transfer: ["brief", "tools"],
    session: [
      "line",
      "brief",
      "recording-consent",
      "conversation",
      "fixed-lines",
      "hearing",
      "text",
      "reply",
      "tools",
      "transfer",
      "turns"
    ],
    target: ["line", "brief", "recording-consent", "fixed-lines", "hearing", "machines", "text", "reply", "session"],
    gateway: ["line", "session", "target"],
    trial: ["brief", "session", "gateway"]
  },
  rag: {
    text: [],
    ".": ["text"]
  },
  api: {
    contract: [],
    middleware: ["contract"],
    handlers: ["contract", "middleware"],
    ".": ["contract", "middleware", "handlers"]
  },
  cli: {
    ".": [],
    watch: ["."],
    commands: [".", "watch"],
    demo: [".", "watch"]
  }
}

// The same for the folders of console/src; what they may import of src is the contract and the domain.
export const consoleRooms = {
  ui: [],
  api: [],
  app: ["ui", "api"],
  screens: ["ui", "api", "app"]
}

const folders = Object.keys(mayImport)

// "calls..." means calls and everything that calls may import; "*" means every folder.
const expand = (entry) => {
  if (entry === "*") return folders
  if (!entry.endsWith("...")) return [entry]
  const folder = entry.slice(0, -3)
  return [folder, ...mayImport[folder].flatMap(expand)]
}

const inside = (names) => `^src/(${[...new Set(names)].join("|")})/`

const folderRules = folders.map((folder) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import only itself, packages and: ${mayImport[folder].join(", ") || "nothing"}.`,
  severity: "error",
  from: { path: inside([folder]) },
  to: { path: "^src/[^/]+/", pathNot: inside([folder, ...mayImport[folder].flatMap(expand)]) }
}))

const within = (folder, room) => (room === "." ? `^src/${folder}/[^/]+$` : `^src/${folder}/${room}/`)

const roomRules = Object.entries(rooms).flatMap(([folder, table]) => [
  ...Object.entries(table).map(([room, others]) => ({
    name: `${folder}-${room === "." ? "root" : room}-imports`,
    comment: `In src/${folder}, the room ${room} may import only itself and: ${others.join(", ") || "nothing"}.`,
    severity: "error",
    from: { path: within(folder, room), pathNot: "/layer.ts$" },
    to: { path: `^src/${folder}/`, pathNot: [room, ...others].map((other) => within(folder, other)) }
  })),
  {
    name: `${folder}-room-without-a-line`,
    comment: `Every room of src/${folder} has a line in the table "rooms".`,
    severity: "error",
    from: {
      path: `^src/${folder}/`,
      pathNot: ["/layer.ts$", ...Object.keys(table).map((room) => within(folder, room))]
    },
    to: {}
  }
])

const consoleRules = Object.entries(consoleRooms).map(([room, others]) => ({
  name: `console-${room}-imports`,
  comment: `console/src/${room} may import only itself, packages, src/domain and: ${others.join(", ") || "nothing"}.`,
  severity: "error",
  from: { path: `^console/src/${room}/` },
  to: { path: "^console/src/", pathNot: [room, ...others].map((other) => `^console/src/${other}/`) }
}))

export default {
  forbidden: [
    ...folderRules,
    ...roomRules,
    ...consoleRules,
    {
      name: "console-room-without-a-line",
      comment: 'Every folder of console/src has a line in the table "consoleRooms".',
      severity: "error",
      from: { path: "^console/src/[^/]+/", pathNot: Object.keys(consoleRooms).map((room) => `^console/src/${room}/`) },
      to: {}
    },
    {
      name: "console-is-a-client",
      comment: "The console knows the service by its contract and its domain only.",
      severity: "error",
      from: { path: "^console/" },
      to: { path: "^(src|migrations|test|bench|scripts)/", pathNot: "^src/(api/contract|domain)/" }
    },
    {
      name: "screens-are-apart",
      comment: "A screen is loaded by itself, so it imports no other screen: what two share is in ui or api.",
      severity: "error",
      from: { path: "^console/src/screens/([^/]+)/" },
      to: { path: "^console/src/screens/", pathNot: "^console/src/screens/$1/" }
    },
    {
      name: "contract-as-types",
      comment: "The console uses the types of the contract; its code would be twice the size of the page.",
      severity: "error",
      from: { path: "^console/" },
      to: { path: "^(src/api/contract|node_modules/effect)/", dependencyTypesNot: ["type-only"] }
    },
    {
      name: "folder-without-a-line",
      comment: 'Every folder of src has a line in the table "mayImport".',
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: inside(folders) },
      to: {}
    },
    {
      name: "composition-root",
      comment: "The files directly in src compose the folders, and no folder imports them.",
      severity: "error",
      from: { path: "^src/[^/]+/" },
      to: { path: "^src/[^/]+$" }
    },
    {
      name: "contract-is-for-clients",
      comment: "Clients import src/api/contract, so it may import only itself, src/domain and effect.",
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
      comment: "A migration imports no code of the product, so that later changes cannot alter its effect.",
      severity: "error",
      from: { path: "^migrations/" },
      to: { path: "^(src|migrations)/" }
    },
    {
      name: "product-only",
      comment: "The service imports no test, bench, script or screen.",
      severity: "error",
      from: { path: "^(src|migrations)/" },
      to: { path: "^(test|bench|scripts|console)/" }
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
      comment: "The product must run after `npm ci --omit=dev`.",
      severity: "error",
      from: { path: "^(src|migrations)/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] }
    },
    {
      name: "kafkajs-behind-one-folder",
      comment: "Only src/events/kafka imports kafkajs, so that another client can replace it.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/events/kafka/" },
      to: { path: "^node_modules/kafkajs/" }
    },
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } }
  ],
  options: {
    // dependency-cruiser cannot use TypeScript 7, and without a parser it silently ignores every file. swc also sees type
    // imports.
    parser: "swc",
    doNotFollow: { path: "^node_modules/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] }
  }
}
