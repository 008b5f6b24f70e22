import { execFile } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { existsSync } from "node:fs"
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { carillon, type Outcome, type Served, serve } from "./support/processes/carillon-process.ts"
import { childEnv } from "./support/processes/child-env.ts"
import { command } from "./support/processes/command.ts"
import { freePort } from "./support/servers/free-port.ts"

let folder: string
let data: string
let migrated: Outcome
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "carillon-cli-"))
  data = join(folder, "data")
  // Operators make the folder beforehand, and other users may enter it then.
  await mkdir(data)
  await chmod(data, 0o755)
  // All tests share this database, because creating another takes longer than the tests.
  migrated = await carillon(["migrate", "--json"], { DATA_DIR: data })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns the files that other users can open: each folder on the way lets them pass. */
const openFiles = async (top: string, within = ""): Promise<ReadonlyArray<string>> => {
  const mayEnter = ((await stat(join(top, within))).mode & 0o011) !== 0
  if (!mayEnter) return []
  const entries = await readdir(join(top, within), { withFileTypes: true })
  const open = await Promise.all(
    entries.map(async (entry) => {
      const path = join(within, entry.name)
      if (entry.isDirectory()) return openFiles(top, path)
      return ((await stat(join(top, path))).mode & 0o066) === 0 ? [] : [path]
    })
  )
  return open.flat()
}

const oneLine = ({ stderr }: Outcome) => {
  assert.match(stderr, /^carillon: [^\n]+\n$/)
  return stderr.trim().slice("carillon: ".length)
}

describe("an invalid command line", () => {
  it.each([
    [["nope"], 'Unknown subcommand "nope" for "carillon" (see carillon --help)'],
    [
      ["key", "craete"],
      'Unknown subcommand "craete" for "carillon key": did you mean create? (see carillon key --help)'
    ],
    [
      ["key", "create", "--nmae", "x"],
      "Unrecognized flag: --nmae in command carillon key create: did you mean --name? (see carillon key create --help)"
    ],
    [["key", "create", "--name", "x"], "Missing required flag: --org (see carillon key create --help)"],
    [
      ["flow", "create", "--org", "1", "--name", "x"],
      "A flow needs --name, --system-instruction and --initial-prompt, or a --file that has them"
    ],
    [
      ["model", "delete", "--org", "1", "--name", ""],
      "Missing value for flag --name. Expected: a text that is not empty (see carillon model delete --help)"
    ],
    [
      ["mcp", "delete", "--org", "1", "--name", ""],
      "Missing value for flag --name. Expected: a text that is not empty (see carillon mcp delete --help)"
    ],
    [
      ["campaign", "pace", "--org", "1", "", "--concurrent", "2"],
      'Invalid value for argument <campaign id>: "". Expected: a text that is not empty (see carillon campaign pace --help)'
    ],
    [["org", "update", "--org", "1"], "Which change? Give --model-fallback, --call-weight or both"],
    [["disclosure", "set", "--org", "1"], "Which change? Give --legal-name, --callback-number or --sentence"],
    [
      ["call", "list", "--org", "1", "--limit", "0"],
      'Invalid value for flag --limit: "0". Expected: 1 or more (see carillon call list --help)'
    ],
    [
      ["webhook", "listen", "--port", "70000"],
      'Invalid value for flag --port: "70000". Expected: a port from 0 to 65535 (see carillon webhook listen --help)'
    ]
  ])("%j exits with 2 and prints one line", async (args, line) => {
    const outcome = await command(args)
    assert.deepStrictEqual([outcome.code, outcome.stdout], [2, ""])
    assert.strictEqual(oneLine(outcome), line)
  })

  it("names a file that cannot be read, and says nothing about its contents", async () => {
    const keys = join(folder, "keys.pem")
    await writeFile(keys, generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }))
    const outcome = await command(["audit", "verify", "/nowhere/audit.tar", "--key", keys])
    assert.match(oneLine(outcome), /^Cannot read \/nowhere\/audit\.tar \(ENOENT[^;]*\)$/)
    const ofFolder = await command(["audit", "verify", folder, "--key", keys])
    assert.strictEqual(oneLine(ofFolder).replace(/EISDIR.*/, "…"), `Cannot read ${folder} (…`)
    const withoutKey = await command(["audit", "verify", folder, "--key", import.meta.filename])
    assert.match(oneLine(withoutKey), /cli\.test\.ts has no public key as PEM: save those of carillon audit keys$/)
  })

  it("names a file whose document is no object", async () => {
    const file = join(folder, "profile.json")
    for (const text of ["", "[]"]) {
      await writeFile(file, text)
      const outcome = await command(["speech", "set", "--org", "1", "--file", file])
      assert.deepStrictEqual([outcome.code, oneLine(outcome)], [1, `${file}: The document must be an object`], text)
    }
  })

  it("is reported as JSON with --json", async () => {
    const { code, stdout, stderr } = await carillon(["org", "create", "--json"])
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.deepStrictEqual(JSON.parse(stderr), {
      error: { message: "Missing required flag: --name (see carillon org create --help)" }
    })
  })

  it("without a subcommand prints the help on stderr", async () => {
    const { code, stdout, stderr } = await command(["key"])
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, /SUBCOMMANDS\n {2}create .*\n {2}list .*\n {2}revoke /)
  })
})

describe("help", () => {
  it("exists on each level and does not load the server or its clients", async () => {
    const [root, group, create] = await Promise.all([
      carillon(["--help"], { NODE_V8_COVERAGE: join(folder, "loaded") }),
      command(["key", "--help"]),
      command(["key", "create", "-h"])
    ])
    for (const { code, stderr } of [root, group, create]) assert.deepStrictEqual([code, stderr], [0, ""])
    for (const name of ["serve", "migrate", "org", "key", "flow", "contact", "dnc", "events", "webhook", "doctor"]) {
      assert.match(root.stdout, new RegExp(`^  ${name} `, "m"))
    }
    assert.match(group.stdout, /USAGE\n {2}carillon key <subcommand>/)
    assert.match(create.stdout, /--role choice .*VIEWER, MEMBER, ADMIN, SUPER_ADMIN/)
    const loaded = await loadedFiles(join(folder, "loaded"))
    assert.include(loaded, "src/cli.ts")
    assert.notInclude(loaded, "src/main.ts")
    assert.notInclude(loaded, "src/platform/sql/Sql.ts")
    assert.notInclude(loaded, "src/api/contract/clients.ts")
  })

  it("--version prints the version of the package", async () => {
    const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"))
    assert.deepStrictEqual(await carillon(["--version"]), { code: 0, stdout: `carillon ${version}\n`, stderr: "" })
  })
})

// The coverage report of a process names every file that it has loaded.
const loadedFiles = async (directory: string) => {
  const root = new URL("..", import.meta.url).href
  const reports = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), "utf8")))
  return reports
    .flatMap((report): Array<{ url: string }> => JSON.parse(report).result)
    .map(({ url }) => url.replace(root, ""))
}

describe("--completions", () => {
  it("completes commands and flags in bash", async () => {
    const script = await command(["--completions", "bash"])
    assert.deepStrictEqual([script.code, script.stderr], [0, ""])
    const file = join(folder, "completions.bash")
    await writeFile(file, script.stdout)
    // Asks the registered completion function for the last word, as bash does.
    const offered = async (...words: ReadonlyArray<string>) => {
      const ask = `source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_LINE='${words.join(" ")}'; COMP_POINT=\${#COMP_LINE}
        $(complete -p carillon | sed 's/.*-F \\([^ ]*\\).*/\\1/') carillon; printf '%s\\n' "\${COMPREPLY[@]}"`
      return (await promisify(execFile)("bash", ["--norc", "-o", "pipefail", "-c", ask])).stdout
        .split("\n")
        .map((line) => line.trim())
    }
    assert.includeMembers(await offered("carillon", ""), ["serve", "org", "contact", "doctor"])
    assert.includeMembers(await offered("carillon", "contact", "er"), ["erase"])
    assert.includeMembers(await offered("carillon", "key", "create", "--r"), ["--role"])
  })

  it.each(["zsh", "fish"])("prints a script for %s", async (shell) => {
    const { code, stdout, stderr } = await command(["--completions", shell])
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(stdout, /\berase\b/)
  })
})

describe("migrate", () => {
  it("lists the applied migrations, and later that the database is up to date", async () => {
    assert.deepStrictEqual([migrated.code, migrated.stderr], [0, ""])
    const files = await readdir(new URL("../migrations", import.meta.url))
    assert.deepStrictEqual(JSON.parse(migrated.stdout).applied, files.map((file) => file.replace(".ts", "")).sort())
    assert.deepStrictEqual(await carillon(["migrate"], { DATA_DIR: data }), {
      code: 0,
      stdout: "The database is up to date.\n",
      stderr: ""
    })
  })
})

describe("the result of a command", () => {
  const inShell = (redirection: string, args: ReadonlyArray<string>) => {
    const script = fileURLToPath(new URL("../src/cli.ts", import.meta.url))
    const env = { ...childEnv, DATA_DIR: data }
    const words = ["--norc", "-o", "pipefail", "-c", `"$0" "$@" ${redirection}`, process.execPath, script, ...args]
    return new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) =>
      execFile("bash", words, { env }, (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr }))
    )
  }

  it.skipIf(!existsSync("/dev/full"))("that cannot be written is a failure", async () => {
    assert.deepStrictEqual(await inShell("> /dev/full", ["migrate"]), {
      code: 1,
      stderr: "carillon: Cannot write the result (ENOSPC: no space left on device, write)\n"
    })
  })

  it("may be cut off by its reader", async () => {
    assert.deepStrictEqual(await inShell("| true", ["migrate"]), { code: 0, stderr: "" })
  })
})

describe("with a running server", () => {
  let server: Served
  let settings: Record<string, string>
  let organization: string
  let openAtStart: ReadonlyArray<string>
  beforeAll(async () => {
    await cp(data, join(folder, "copy"), { recursive: true })
    server = await serve({ DATA_DIR: data })
    // Counts the organizations before this file makes one.
    await server.until(/No organization yet/)
    settings = { DATA_DIR: data, PORT: new URL(server.url).port }
    openAtStart = await openFiles(data)
    const { stdout } = await run("org", "create", "--name", "Acme", "--timezone", "Asia/Kolkata", "--json")
    organization = String(JSON.parse(stdout).id)
  })
  afterAll(() => server.stop("SIGKILL"))

  const run = (...args: ReadonlyArray<string>) => command(args, settings)
  const runAsJson = async (...args: ReadonlyArray<string>) => {
    const { code, stdout, stderr } = await run(...args, "--json")
    assert.deepStrictEqual([code, stderr], [0, ""])
    return JSON.parse(stdout)
  }
  const createContact = (key: string) =>
    fetch(`${server.url}/v1/contacts`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ name: "Asha", phoneNumber: "+919812345610" })
    })

  it("no other user of the machine reads or writes a file of the server", async () => {
    assert.deepStrictEqual(openAtStart, [])
    assert.deepStrictEqual(await openFiles(data), [])
    assert.strictEqual((await stat(join(data, "pglite"))).mode & 0o777, 0o700)
    await chmod(data, 0o755)
    // A folder that is opened again does not open the database and the files.
    assert.deepStrictEqual(
      (await openFiles(data)).filter((file) => /^(pglite|blobs|admin-token|encryption-key)/.test(file)),
      []
    )
    await chmod(data, 0o700)
  })

  it("the start logs the database, where the secrets are, and what to do next", () => {
    for (const line of [
      `Uses PGlite [\\d.]+ in ${data} with pg_trgm`,
      `Made ADMIN_TOKEN and kept it in ${data}/admin-token`,
      "No organization yet: npm run carillon -- org create"
    ]) {
      assert.match(server.log(), new RegExp(line))
    }
  })

  it("a created key works until it is revoked", async () => {
    const created = await run("key", "create", "--org", organization, "--name", "crm", "--role", "MEMBER")
    assert.strictEqual(created.code, 0)
    assert.match(created.stderr, /shown only this once/)
    const [, key = "", id = ""] = /^key +(sk_live_\w{32})\nid +(\S+)\n/.exec(created.stdout) ?? []
    assert.strictEqual((await createContact(key)).status, 201)

    const listed = await run("key", "list", "--org", organization)
    assert.match(listed.stdout, /^ID +NAME +ROLE +KEY +EXPIRES +REVOKED +LAST USED +CREATED\n/)
    assert.match(listed.stdout, new RegExp(`^${id} +crm +MEMBER +${key.slice(0, 12)}… +- +- `, "m"))
    assert.notInclude(listed.stdout, key)

    const revoked = await run("key", "revoke", "--org", organization, "--key", id)
    assert.deepStrictEqual(revoked, { code: 0, stdout: `Revoked ${id}\n`, stderr: "" })
    assert.strictEqual((await createContact(key)).status, 401)
  })

  it("a flow is created from flags, or from a file that flags override", async () => {
    const file = join(folder, "flow.json")
    await writeFile(
      file,
      JSON.stringify({
        name: "From a file",
        systemInstruction: "Be kind.",
        initialPrompt: "Hello.",
        voiceGender: "MALE"
      })
    )
    const prompts = ["--system-instruction", "Be short.", "--initial-prompt", "Hi."]
    await run("flow", "create", "--org", organization, "--name", "From flags", ...prompts, "--type", "NUDGE")
    const fromFile = await runAsJson("flow", "create", "--org", organization, "--file", file, "--language", "hi-IN")
    assert.strictEqual(fromFile.organizationId, organization)
    assert.containSubset(fromFile, { name: "From a file", voiceGender: "MALE", language: "hi-IN", type: "HYBRID" })

    for (const [text, problem] of [
      ['{"name": ', `${file}: The document must be valid JSON`],
      ["[1]", `${file}: The document must be an object`]
    ] as const) {
      await writeFile(file, text)
      const refused = await run("flow", "create", "--org", organization, "--file", file)
      assert.deepStrictEqual([refused.code, oneLine(refused)], [1, problem])
    }

    const { stdout } = await run("flow", "list", "--org", organization)
    const [header, ...rows] = stdout.trimEnd().split("\n")
    assert.match(header ?? "", /^ID +NAME +TYPE +LANGUAGE/)
    assert.match(rows[0] ?? "", /From a file +HYBRID +hi-IN/)
    assert.match(rows[1] ?? "", /From flags +NUDGE +en-US/)
  })

  it("adding a number to Do Not Contact twice returns the same entry", async () => {
    const number = ["--org", organization, "--phone-number", "+919812345699"]
    const entry = await runAsJson("dnc", "add", ...number, "--reason", "By letter")
    assert.containSubset(entry, { phoneNumber: "+919812345699", sourceCampaignName: "", intentLabel: "" })
    assert.deepStrictEqual(await runAsJson("dnc", "add", ...number), entry)
    const national = await run("dnc", "add", "--org", organization, "--phone-number", "9812345699")
    assert.deepStrictEqual([national.code, national.stdout], [1, ""])
    assert.match(
      oneLine(national),
      /^phoneNumber must be a valid E.164 phone number: this is a national number.*\+919812345678/
    )
  })

  it("an erased person stays on Do Not Contact", async () => {
    const phoneNumber = "+919812345677"
    const { key } = await runAsJson("key", "create", "--org", organization, "--name", "dialer")
    const headers = { "x-api-key": key, "content-type": "application/json" }
    const body = JSON.stringify({ name: "Asha", phoneNumber })
    await fetch(`${server.url}/v1/contacts`, { method: "POST", headers, body })
    const erased = await run("contact", "erase", "--org", organization, phoneNumber)
    assert.deepStrictEqual([erased.code, erased.stderr], [0, ""])
    assert.match(erased.stdout, /^contacts +1$/m)
    const again = await runAsJson("contact", "erase", "--org", organization, phoneNumber)
    assert.containSubset(again.erased, { contacts: 0, doNotContact: 0 })
    const list: any = await (await fetch(`${server.url}/v1/dnc`, { headers })).json()
    assert.include(
      list.data.map((entry: any) => entry.phoneNumber),
      "+9198******77"
    )
  })

  it("an update changes the fallback of models and the share of calls of an organization", async () => {
    const changed = await runAsJson("org", "update", "--org", organization, "--model-fallback", "TO_PRIVATE")
    assert.deepInclude(changed, { name: "Acme", modelFallback: "TO_PRIVATE", callWeight: 1 })
    const heavier = await runAsJson("org", "update", "--org", organization, "--call-weight", "3")
    assert.deepInclude(heavier, { modelFallback: "TO_PRIVATE", callWeight: 3 })
  })

  it("a list of voices says for which language there are none", async () => {
    const voices = await run("voice", "list", "--org", organization)
    assert.strictEqual(voices.stdout, "No voices: no vendor that lists voices has a key.\n")
    const norwegian = await run("voice", "list", "--org", organization, "--language", "nb-NO")
    assert.strictEqual(norwegian.stdout, "No voices for nb-NO.\n")
  })

  it("a list includes every page", async () => {
    const token = (await readFile(join(data, "admin-token"), "utf8")).trim()
    const { id } = await runAsJson("org", "create", "--name", "Many keys")
    const names = Array.from({ length: 101 }, (_, index) => `key ${index}`)
    for (const name of names) {
      await fetch(`${server.url}/admin/v1/organizations/${id}/api-keys`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name })
      })
    }
    const listed = await runAsJson("key", "list", "--org", String(id))
    assert.sameMembers(
      listed.data.map(({ name }: { name: string }) => name),
      names
    )
  })

  it("a refusal of the server is printed in its words and exits with 1", async () => {
    const refused = await run("key", "create", "--org", "999999", "--name", "x")
    assert.deepStrictEqual([refused.code, refused.stdout], [1, ""])
    assert.strictEqual(oneLine(refused), "There is no such organization")

    const { code, stdout, stderr } = await run("org", "create", "--name", " ", "--timezone", "Mars/Base", "--json")
    assert.deepStrictEqual([code, stdout], [1, ""])
    const { error } = JSON.parse(stderr)
    assert.containSubset(error, { statusCode: 400, code: "BAD_REQUEST" })
    assert.sameMembers(
      error.details.map(({ path }: { path: string }) => path),
      ["name", "timezone"]
    )
  })

  it("a wrong or missing admin token is reported", async () => {
    const wrong = await command(["org", "list"], { ...settings, ADMIN_TOKEN: "not-the-token-of-this-server" })
    assert.match(oneLine(wrong), /^The server at http:\S+ does not accept the admin token from ADMIN_TOKEN$/)
    const none = await command(["org", "list", "--url", server.url], { DATA_DIR: join(folder, "elsewhere") })
    assert.match(oneLine(none), /there is none in \S+elsewhere\. Set ADMIN_TOKEN, or DATA_DIR/)
    assert.deepStrictEqual([wrong.code, none.code], [1, 1])
  })

  it("doctor lists all parts, and exits with 1 when one has failed", async () => {
    const { code, stdout } = await run("doctor")
    assert.strictEqual(code, 0)
    assert.match(stdout, /^PART +STATUS +USES\ndatabase +ok +PGlite/)
    assert.match(stdout, /^redis +built in +the memory of this node\n.*\(not set: REDIS_URL\)$/m)
    assert.strictEqual((await runAsJson("doctor")).ok, true)

    await rename(join(data, "encryption-key"), join(folder, "encryption-key"))
    const failed = await run("doctor")
    await rename(join(folder, "encryption-key"), join(data, "encryption-key"))
    assert.strictEqual(failed.code, 1)
    assert.match(failed.stdout, /^encryption-key +FAILED /m)
    assert.strictEqual(oneLine(failed), "Does not work: encryption-key")
  })

  it("a second server on the same DATA_DIR, or on the same port, is refused in one line", async () => {
    const [sameFolder, samePort] = await Promise.all([
      carillon(["serve"], { PORT: "0", DATA_DIR: data }),
      carillon(["serve", "--json"], { ...settings, DATA_DIR: join(folder, "copy"), LOG_FORMAT: "pretty" })
    ])
    assert.deepStrictEqual([sameFolder.code, samePort.code], [1, 1])
    assert.match(oneLine(sameFolder), /^DATA_DIR \S+ is in use by another Carillon \(pid \d+\)/)
    const message = `PORT ${settings.PORT} of 127.0.0.1 is in use: stop what listens there, or set another PORT`
    assert.deepStrictEqual(JSON.parse(samePort.stderr), { error: { message } })
    // With --json the log is JSON too.
    const log = samePort.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).message)
    assert.match(log.join("\n"), /Made ENCRYPTION_KEY/)
  })

  it("the server exits with 0 on SIGTERM, and then a command reports that no server is running", async () => {
    assert.strictEqual((await server.stop("SIGTERM")).code, 0)
    const outcome = await run("doctor")
    assert.strictEqual(outcome.code, 1)
    assert.match(oneLine(outcome), /^No server is running at http:\/\/127\.0\.0\.1:\d+: start it with "npm start"/)
  })

  it("a node with a database of its own warns that it shares nothing with other nodes", async () => {
    const alone = await serve({ ...settings, PORT: "0", NODE_HOST: "127.0.0.1", NODE_PORT: String(await freePort()) })
    await alone.until(/NODE_HOST is set, but not DATABASE_URL: .*Set the same DATABASE_URL on each/)
    assert.strictEqual((await alone.stop("SIGTERM")).code, 0)
    assert.notInclude(server.log(), "NODE_HOST")
  })

  it("the server does not start with another encryption key", async () => {
    const ENCRYPTION_KEY = `other:${Buffer.alloc(32, 1).toString("base64")}`
    const outcome = await carillon(["serve"], { ...settings, PORT: "0", ENCRYPTION_KEY })
    assert.strictEqual(outcome.code, 1)
    assert.match(
      oneLine(outcome),
      /^This database was set up with the encryption key \w+, which this node does not have/
    )
  })
})

describe("another server than Carillon", () => {
  it("is reported, and gets no token through a redirect", async () => {
    const tokens: Array<string | undefined> = []
    const other = createServer((request, response) => {
      tokens.push(request.headers.authorization)
      if (request.url === "/seen") response.end("{}")
      else if (request.url?.startsWith("/down/")) response.writeHead(502).end("<h1>Bad gateway</h1>")
      else if (request.url?.startsWith("/login/")) response.writeHead(200).end("<h1>Sign in</h1>")
      else if (request.url?.startsWith("/redirects/")) response.writeHead(307, { location: "/seen" }).end()
      else response.writeHead(404).end("<h1>Nothing here</h1>")
    })
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(other.address() as { port: number }).port}`
    const token = { ADMIN_TOKEN: "a-token-for-the-tests" }
    const stranger = await command(["org", "list", "--url", url], token)
    assert.strictEqual(oneLine(stranger), `The server at ${url} is not Carillon: it answered with status 404`)
    const redirecting = await command(["org", "list", "--url", `${url}/redirects`], token)
    assert.match(oneLine(redirecting), /redirects to another address, to which no key or token is sent/)
    const down = await command(["org", "list", "--url", `${url}/down`], token)
    assert.match(oneLine(down), /gets no answer from Carillon \(HTTP 502\): check that the server runs/)
    const login = await command(["org", "list", "--url", `${url}/login`], token)
    assert.match(oneLine(login), /is not Carillon: it answered with status 200\. A proxy may ask you to sign in/)
    const secure = url.replace("http:", "https:")
    const plain = await command(["org", "list", "--url", secure], token)
    assert.strictEqual(oneLine(plain), `The server at ${secure} does not speak TLS: name it with http://`)
    assert.strictEqual(tokens.length, 4)
    other.close()
  })
})

describe("a wrong setting", () => {
  it.each([
    ["PORT", { PORT: "80000" }, /^PORT must be a whole number from 0 to 65535$/],
    [
      "DATABASE_URL",
      { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/x" },
      /^Postgres at me@127\.0\.0\.1:1\/x cannot be used/
    ],
    [
      "DATABASE_URL without a user",
      { DATABASE_URL: "postgres://127.0.0.1:1/x" },
      /: name the user in DATABASE_URL: add USER:PASSWORD@ before the host$/
    ],
    ["PRICES_FILE", { PRICES_FILE: "/nowhere/prices.json" }, /^PRICES_FILE: \S+prices\.json cannot be read: ENOENT/],
    ["SPEECH_PROFILE", { SPEECH_PROFILE: import.meta.filename }, /^SPEECH_PROFILE: \S+ is not valid: The file must be/]
  ])("stops serve with one line, before there is a database: %s", async (_name, env, line) => {
    const unused = join(folder, "unused")
    const outcome = await carillon(["serve"], { DATA_DIR: unused, ...env })
    assert.deepStrictEqual([outcome.code, outcome.stdout], [1, ""])
    assert.match(oneLine(outcome), line)
    assert.isFalse(existsSync(join(unused, "pglite")))
  })
})
