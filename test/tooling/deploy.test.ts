import { readdirSync, readFileSync } from "node:fs"
import type { BlockList } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Ajv } from "ajv"
import { describe, expect, test } from "vitest"
import { parse } from "yaml"
import { fileLimits, numbersLimits } from "../../src/api/contract/contacts/uploads.ts"
import { systemPaths } from "../../src/api/contract/paths.ts"
import { bulkBodyLimit } from "../../src/api/contract/shared/middleware.ts"
import { clientBehind, readProxies } from "../../src/platform/trusted-proxies.ts"
import { maxFileBytes } from "../../src/rag/Documents.ts"
import { isSetting } from "../support/is-setting.ts"

// Checks the packages for several machines, without Kubernetes and without containers.

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => readFileSync(join(root, file), "utf8")
const isPinned = (image: string) => /^[a-z0-9./-]+:[A-Za-z]*\.?[0-9]+[.-][0-9]+[.-][A-Za-z0-9.-]+$/.test(image)

describe("the chart", () => {
  const values = parse(read("deploy/helm/values.yaml"))
  const templates = readdirSync(join(root, "deploy/helm/templates")).map((name) => ({
    name,
    text: read(`deploy/helm/templates/${name}`)
  }))
  const all = templates.map(({ text }) => text).join("\n")
  const check = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(read("deploy/helm/values.schema.json")))
  const accepts = (changed: object) => check({ ...structuredClone(values), ...changed })

  test("has default values that its schema accepts, and refuses misspelled or incomplete ones", () => {
    expect(check(values), JSON.stringify(check.errors)).toBe(true)
    expect(accepts({ settings: { CARRIER: "twilio", KAFKA_PARTITIONS: 12 } })).toBe(true)
    expect(accepts({ settings: { carrier: "twilio" } })).toBe(false)
    expect(accepts({ drainSecond: 1 })).toBe(false)
    expect(accepts({ publicUrl: "http://voice.example.com" })).toBe(false)
    expect(accepts({ roles: { ...values.roles, media: { replica: 3 } } })).toBe(false)
    expect(accepts({ postgres: { ...values.postgres, mode: "bundled" } })).toBe(false)
    expect(accepts({ files: { ...values.files, store: "volume" } })).toBe(false)
    expect(accepts({ ingress: { ...values.ingress, enabled: true } })).toBe(false)
  })

  test("refuses values that contradict each other", () => {
    const secretSettings = { OPENAI_API_KEY: "sk-1" }
    expect(accepts({ secretSettings })).toBe(true)
    expect(accepts({ existingSecret: "carillon" })).toBe(true)
    expect(accepts({ existingSecret: "carillon", secretSettings })).toBe(false)
    const [, ownNames = ""] = /`drainSeconds` and (.*?) cannot be changed/s.exec(read("docs/kubernetes.md")) ?? []
    const ofChart = [...ownNames.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name)
    expect(ofChart).toContain("DRAIN_SECONDS")
    // Every setting that the chart gives to nodes whatever the mode of its services.
    const always = [...all.matchAll(/- name: ([A-Z][A-Z0-9_]+)\n/g)].map(([, name = ""]) => name)
    const ofModes = /^(DATABASE_URL|ENCRYPTION_KEY|REDIS_URL|KAFKA_BROKERS|KAFKA_REPLICATION)$/
    expect(ofChart).toEqual(expect.arrayContaining(always.filter((name) => !ofModes.test(name))))
    for (const name of ofChart) {
      expect(accepts({ settings: { [name]: "1" } }), name).toBe(false)
      expect(accepts({ secretSettings: { [name]: "1" } }), name).toBe(false)
    }
  })

  test("refuses numbers that Helm would write with an exponent", () => {
    expect(accepts({ settings: { API_RATE_LIMIT: 999_999 } })).toBe(true)
    expect(accepts({ settings: { TWILIO_FROM_NUMBER: 12_025_550_100 } })).toBe(false)
    expect(accepts({ settings: { TWILIO_FROM_NUMBER: "+12025550100" } })).toBe(true)
    expect(accepts({ secretSettings: { KAFKA_SASL_PASSWORD: 123_456_789_012 } })).toBe(false)
  })

  test("refuses the address of a service beside the bundled one", () => {
    const services = { postgres: ["DATABASE_URL"], redis: ["REDIS_URL"], kafka: ["KAFKA_BROKERS", "KAFKA_REPLICATION"] }
    for (const [service, names] of Object.entries(services)) {
      const bundled = { ...values[service].bundled, ...(service === "postgres" && { password: "a".repeat(12) }) }
      const withBundled = { [service]: { mode: "bundled", bundled } }
      expect(accepts(withBundled), JSON.stringify(check.errors)).toBe(true)
      for (const name of names) {
        for (const where of ["settings", "secretSettings"]) {
          expect(accepts({ [where]: { [name]: "x" } }), `${name} in ${where}`).toBe(true)
          expect(accepts({ ...withBundled, [where]: { [name]: "x" } }), `${name} in ${where}`).toBe(false)
        }
      }
    }
  })

  test("does not start a node whose secret names no database, or no key for it", () => {
    expect(all).toMatch(
      /if and .Values.existingSecret [^\n]*\n(?:#[^\n]*\n)?- name: ENCRYPTION_KEY\n {2}valueFrom: \{ secretKeyRef: \{ name: \{\{ .Values.existingSecret }}, key: ENCRYPTION_KEY } }/
    )
    expect(all).toMatch(
      /if and .Values.existingSecret \(eq .Values.postgres.mode "external"\) [^\n]*\n(?:#[^\n]*\n)?- name: DATABASE_URL\n {2}valueFrom: \{ secretKeyRef: \{ name: \{\{ .Values.existingSecret }}, key: DATABASE_URL } }/
    )
  })

  test("renders no nodes without a shared database, and none that KEDA could not scale", () => {
    expect(all).toMatch(/if and \(eq .Values.postgres.mode "external"\) \(not \$hasDatabase\) }}\s*{{- fail /)
    expect(all).toMatch(
      /if and \(eq .Values.postgres.mode "bundled"\) .Values.secretSettings.DATABASE_URL }}\s*{{- fail /
    )
    expect(all).toMatch(/if lt \(int .Values.keda.maxReplicas\) \(int .Values.keda.minReplicas\) }}\s*{{- fail /)
    expect(all).toContain("if or $isScaled (gt (int $node.replicas) 0)")
  })

  test("uses only values that exist, and uses each of them", () => {
    const leaf = (path: string) => path.split(".").reduce<any>((node, part) => node?.[part], values)
    const used = new Set([...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = ""]) => path))
    for (const path of used) expect([undefined, null].includes(leaf(path)) ? path : "").toMatch(/^$|^secretSettings\./)
    const top = new Set([...used].map((path) => path.split(".")[0]))
    expect([...top].toSorted()).toEqual(Object.keys(values).toSorted())
    expect(accepts({ global: {} })).toBe(true)
  })

  test("opens and ends each block of its templates", () => {
    for (const { name, text } of templates) {
      const actions = [...text.matchAll(/\{\{-?\s*(?:\/\*.*?\*\/)?\s*(\w*)/gs)].map(([, word]) => word)
      const opened = actions.filter((word) => ["if", "range", "with", "define"].includes(word ?? "")).length
      expect([name, actions.filter((word) => word === "end").length]).toEqual([name, opened])
      expect(text.split("{{").length, name).toBe(text.split("}}").length)
    }
  })

  test("sets only existing settings, and no secret outside the secret", async () => {
    const names = new Set([...all.matchAll(/- name: ([A-Z][A-Z0-9_]+)\n +value: /g)].map(([, name = ""]) => name))
    expect(names.size).toBeGreaterThan(10)
    for (const name of names) expect(await isSetting(name), name).toBe(true)
    for (const name of names) expect(name).not.toMatch(/TOKEN|_KEY$|PASSWORD|SID/)
  })

  test("has a deployment for each role, and probes paths that exist", () => {
    const config = read("src/platform/config.ts")
    const [, roles = ""] = /const roles = \[([^\]]+)\]/.exec(config) ?? []
    expect(Object.keys(values.roles)).toEqual(JSON.parse(`[${roles}]`))
    const paths = [...all.matchAll(/httpGet: \{ path: ([^,]+), port: http \}/g)].map(([, path = ""]) => path)
    expect(paths).toEqual([systemPaths.live, systemPaths.live, systemPaths.ready])
    expect(all).toContain(`:9090${systemPaths.autoscale}?buffer=`)
    expect(all).toContain(`path: ${systemPaths.metrics},`)
  })

  test("gives a node the whole time of its drain, and starts its replacement first", () => {
    // After DRAIN_SECONDS a node ends by itself within 5 seconds.
    expect(all).toContain("terminationGracePeriodSeconds: {{ add $.Values.drainSeconds 30 }}")
    expect(all).toContain("rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }")
    expect(values.drainSeconds).toBe(3_660)
  })

  test("lets the largest file through both ingresses, as the example for nginx does", () => {
    const [, forNginx = ""] = /client_max_body_size (\w+);/.exec(read("docs/operations.md")) ?? []
    for (const { annotations } of [values.ingress, values.adminIngress]) {
      expect(annotations["nginx.ingress.kubernetes.io/proxy-body-size"]).toBe(forNginx)
    }
    expect(Number(/^(\d+)m$/.exec(forNginx)?.[1]) * 1024 * 1024).toBeGreaterThan(
      Math.max(numbersLimits.maxTotalSize, fileLimits.maxTotalSize, maxFileBytes, bulkBodyLimit)
    )
  })

  test("has a data folder that a node makes itself, with the claim for files where the node looks for them", () => {
    const [, folder = ""] = /- name: DATA_DIR\n {2}value: (\S+)\n/.exec(all) ?? []
    expect(dirname(folder)).toBe("/data")
    for (const name of ["nodes.yaml", "migrate.yaml"]) {
      const text = templates.find((one) => one.name === name)?.text ?? ""
      expect(text).toContain("- { name: data, mountPath: /data }")
      expect(text).toContain("- { name: data, emptyDir: {} }")
      expect(text).toContain(`include "carillon.env"`)
    }
    expect(all).toContain(`- { name: blobs, mountPath: ${folder}/blobs }`)
    // A claim that is mounted below a folder that is not there yet would make it a folder of root.
    expect(all).toContain(`command: [mkdir, -p, -m, "700", ${folder}]`)
  })

  test("lets the migration run where the nodes run", () => {
    for (const name of ["nodes.yaml", "migrate.yaml"]) {
      const text = templates.find((one) => one.name === name)?.text ?? ""
      for (const value of ["image.pullPolicy", "image.pullSecrets", "nodeSelector", "tolerations", "affinity"]) {
        expect(text, `${value} in ${name}`).toContain(`.Values.${value} }}`)
      }
    }
  })

  test("pins the images of its own services", () => {
    for (const service of ["postgres", "redis", "kafka"]) expect(isPinned(values[service].bundled.image)).toBe(true)
  })
})

/** The names under which the metrics of the service appear. */
const metrics = (() => {
  const names = new Set<string>()
  for (const file of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue
    for (const [, kind, name = ""] of read(`src/${file}`).matchAll(/Metric\.(gauge|counter|histogram)\(\s*"(\w+)"/g)) {
      const ends = kind === "histogram" ? ["_bucket", "_count", "_sum"] : [""]
      for (const end of ends) names.add(`carillon_${name}${end}`)
    }
  }
  return names
})()
const metricsIn = (text: string) => new Set([...text.matchAll(/\bcarillon_\w+/g)].map(([name]) => name))

describe("the dashboard and the alerts", () => {
  const dashboard = JSON.parse(read("deploy/grafana/carillon.json"))
  const rules = parse(read("deploy/grafana/alerts.yaml")).groups.flatMap((group: any) => group.rules)

  test("name only metrics that exist, and the dashboard shows every metric", () => {
    const shown = metricsIn(JSON.stringify(dashboard.panels))
    for (const name of [...shown, ...metricsIn(JSON.stringify(rules))]) expect(metrics, name).toContain(name)
    const hidden = [...metrics].filter((name) => !shown.has(name) && !/_(count|sum)$/.test(name))
    expect(hidden.toSorted()).toEqual([
      "carillon_inbound_opt_outs",
      "carillon_media_ignored",
      "carillon_media_streams_limit",
      "carillon_tool_calls"
    ])
  })

  test("are explained by the manual, which lists every metric and no other", () => {
    const [, table = ""] = /\n\| Metric \| \|\n(.*?)\n\n/s.exec(read("docs/operations.md")) ?? []
    const named = new Set([...metrics].map((name) => name.replace(/_(bucket|count|sum)$/, "")))
    expect([...metricsIn(table)].toSorted()).toEqual([...named].toSorted())
  })

  test("count by labels that the manual names", () => {
    const manual = read("docs/operations.md")
    const counted = JSON.stringify(dashboard.panels).matchAll(/by \(([\w, ]+)\) \(\w+\((carillon_\w+)/g)
    for (const [, labels = "", name = ""] of counted) {
      const row = manual.split("\n").find((line) => line.startsWith("| `carillon") && line.includes(`\`${name}\``))
      for (const label of labels.split(", ").filter((one) => one !== "le")) expect(row, name).toContain(`\`${label}\``)
    }
  })

  test("report a shortage also where no node can carry calls", () => {
    const { expr } = rules.find(({ alert }: any) => alert === "CarillonCapacityShort")
    const [calls, share, capacity] = /^max\((\w+)\) >= ([\d.]+) \* max\((\w+)\)$/.exec(expr)?.slice(1) ?? []
    expect([calls, capacity, Number(share) < 1]).toEqual([
      "carillon_autoscale_calls",
      "carillon_autoscale_capacity",
      true
    ])
  })

  test("have panels with ids of their own that do not overlap", () => {
    const places = dashboard.panels.map(({ gridPos, id }: any) => [id, gridPos])
    expect(new Set(places.map(([id]: any) => id)).size).toBe(places.length)
    const cells = places.flatMap(([, { h, w, x, y }]: any) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`)
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  test("include every alert of the document that a metric shows", () => {
    const [, table = ""] = /### Alerts\n(.*?)\n## /s.exec(read("docs/operations.md")) ?? []
    const documented = [...table.matchAll(/^\| `([^`]*carillon_[^`]*)` \| ([^|]+) \| (.*) \|$/gm)].map(
      ([, expr, lasts, look = ""]) => ({ expr, lasts, link: /\((#[\w-]+)\)/.exec(look)?.[1] })
    )
    expect(documented.length).toBeGreaterThan(5)
    for (const { expr, lasts, link } of documented) {
      const rule = rules.find((one: any) => one.expr === expr)
      expect(rule?.for ?? "at once", expr).toBe(lasts === "at once" ? lasts : lasts?.replace(/ minutes?/, "m"))
      if (link !== undefined) expect(rule.annotations.runbook, expr).toBe(`docs/operations.md${link}`)
    }
    for (const { annotations } of rules) {
      const heading = annotations.runbook.split("#")[1]
      const headings = [...read("docs/operations.md").matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
        text
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, "")
          .replaceAll(" ", "-")
      )
      expect(headings).toContain(heading)
    }
  })
})

describe("the compose file with three nodes", () => {
  const compose = parse(read("deploy/compose/docker-compose.yml"), { merge: true })
  const proxy = read("deploy/compose/haproxy.cfg")
  const nodes = ["node-1", "node-2", "node-3"]

  test("has nodes that differ only in the address at which the others reach them", async () => {
    const settingsOf = (name: string) => compose.services[name].environment
    for (const name of nodes) {
      const { NODE_HOST, ...shared } = settingsOf(name)
      expect(NODE_HOST).toBe(name)
      const { NODE_HOST: _, ...first } = settingsOf("node-1")
      expect(shared).toEqual(first)
    }
    for (const name of Object.keys(settingsOf("node-1"))) expect(await isSetting(name), name).toBe(true)
    expect(settingsOf("node-1")).toMatchObject({
      ADMIN_TOKEN: expect.stringMatching(/^\$\{ADMIN_TOKEN:\?/),
      ENCRYPTION_KEY: expect.stringMatching(/^\$\{ENCRYPTION_KEY:\?/)
    })
  })

  test("passes every setting that the file with one node passes", () => {
    const passed = parse(read("docker-compose.yml")).services.carillon.environment
    const given = compose.services["node-1"].environment
    for (const [name, value] of Object.entries(passed)) {
      expect(given, name).toHaveProperty(name)
      // The file decides itself where the files are, and requires what the nodes share.
      if (String(value).endsWith(":-}") && !/^(S3_|BLOB|TRUSTED|CONSOLE|ADMIN|ENCRYPTION)/.test(name)) {
        expect(given[name], name).toBe(value)
      }
    }
    expect(compose.secrets).toEqual(parse(read("docker-compose.yml")).secrets)
    expect(compose.services["node-1"].secrets).toEqual(Object.keys(compose.secrets))
  })

  test("pins every image, and publishes only ports of the proxy, to this machine", () => {
    for (const { image } of Object.values<any>(compose.services)) expect(isPinned(image), image).toBe(true)
    const ports = Object.entries<any>(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port: string) => `${name} ${port}`)
    )
    expect(ports).toEqual(["proxy 127.0.0.1:8080:8080", "proxy 127.0.0.1:9090:9090"])
    const declared = Object.keys(compose.volumes).map((name) => `${name}:`)
    const used = Object.values<any>(compose.services).flatMap(({ volumes = [] }) => volumes)
    for (const volume of used)
      expect(declared.some((name) => volume.startsWith(name)) || volume.startsWith("./")).toBe(true)
  })

  test("has a proxy that probes readiness, passes only what is public, and keeps a call open", () => {
    for (const name of nodes) {
      for (const port of [8080, 9090]) expect(proxy).toContain(`server ${name} ${name}:${port}`)
    }
    expect(proxy.match(/option httpchk GET \/readyz/g)).toHaveLength(2)
    expect(proxy).toContain("return status 404 unless { path_beg /v1/ /carriers/ }")
    expect(proxy).toMatch(/timeout tunnel 65m/)
    expect(proxy).toMatch(/retry-on .*\b503\b/)
    // The TLS proxy of the machine reaches the proxy by the gateway of the network.
    const proxies = [
      compose.services.proxy.networks.inside.ipv4_address,
      compose.networks.inside.ipam.config[0].gateway
    ]
    expect(compose.services["node-1"].environment.TRUSTED_PROXIES).toBe(proxies.join())
    const trusted = readProxies(proxies.join()) as BlockList
    expect(clientBehind(trusted, "172.30.0.10", "198.51.100.7, 172.30.0.1")).toBe("198.51.100.7")
  })
})
