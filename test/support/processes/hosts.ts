import { execFile, execFileSync } from "node:child_process"
import { promisify } from "node:util"
import { Effect } from "effect"
import { type SlowRelay, startSlowRelay } from "../fakes/network/slow-relay.ts"
import { startScript } from "./script-process.ts"

// Several hosts on one machine: each is a network namespace with an address of its own, and a bridge joins them. The
// services stay where they are; each has an address on the bridge, so that a host can be cut off from one of them.

const ip = (args: string) => promisify(execFile)("ip", args.split(" "))

/** Why this machine has no hosts; undefined: it can have them. */
export const whyNoHosts = (): string | undefined => {
  const name = `carillon-probe-${process.pid}`
  try {
    execFileSync("ip", ["netns", "add", name], { stdio: "pipe" })
    execFileSync("ip", ["-n", name, "link", "add", "probe", "type", "bridge"], { stdio: "pipe" })
    return undefined
  } catch (error) {
    const said = (error as { readonly stderr?: Buffer }).stderr?.toString().trim()
    return `no network namespaces here (${said || (error as Error).message})`
  } finally {
    try {
      execFileSync("ip", ["netns", "delete", name], { stdio: "pipe" })
    } catch {
      // There is none.
    }
  }
}

export interface Host {
  readonly name: string
  readonly address: string
  /** A command that runs the command behind it on this host. */
  readonly within: ReadonlyArray<string>
  /** Pulls its cable. */
  readonly cutOff: Effect.Effect<void>
  readonly reconnect: Effect.Effect<void>
  /** Its packets to an address are lost: no answer comes, and no refusal. */
  readonly lose: (address: string) => Effect.Effect<void>
  readonly find: (address: string) => Effect.Effect<void>
}

export interface Service {
  readonly address: string
  readonly port: number
  readonly relay: SlowRelay
}

/** A network with hosts, which is removed when the scope closes. */
export const makeNetwork = Effect.fnUntraced(function* (hosts: number, random: () => number) {
  const { bridge, net } = yield* Effect.acquireRelease(Effect.promise(makeBridge), ({ bridge }) =>
    run(`link delete ${bridge}`)
  )
  return {
    hosts: yield* Effect.forEach(Array.from({ length: hosts }), (_, index) => makeHost(bridge, net, index)),
    serve: makeServe(bridge, net, random)
  }
})

const run = (args: string) => Effect.asVoid(Effect.promise(() => ip(args)))

/** A bridge with a subnet that no other run of the tests has now. */
const makeBridge = async () => {
  for (let tried = 0, net = process.pid % 250; tried < 250; tried++, net = (net + 1) % 250) {
    const bridge = `carillon${net}`
    const isOurs = await ip(`link add ${bridge} type bridge`).then(
      () => true,
      () => false
    )
    if (!isOurs) continue
    await ip(`address add 10.77.${net}.1/24 dev ${bridge}`)
    await ip(`link set ${bridge} up`)
    return { bridge, net }
  }
  throw new Error("Every subnet of 10.77.0.0/16 has a bridge called carillon…: delete those that no run uses")
}

/** A hardware address that no network card has. */
const nowhere = "02:00:00:00:00:ff"

const makeHost = Effect.fnUntraced(function* (bridge: string, net: number, index: number) {
  const name = `carillon-${net}-${index + 1}`
  const cable = `carillon${net}h${index + 1}`
  const address = `10.77.${net}.${101 + index}`
  yield* Effect.acquireRelease(run(`netns add ${name}`), () => run(`netns delete ${name}`))
  yield* run(`link add ${cable} type veth peer name eth0 netns ${name}`)
  yield* run(`link set ${cable} master ${bridge} up`)
  yield* run(`-n ${name} address add ${address}/24 dev eth0`)
  yield* run(`-n ${name} link set eth0 up`)
  yield* run(`-n ${name} link set lo up`)
  return {
    name,
    address,
    within: ["ip", "netns", "exec", name],
    cutOff: run(`link set ${cable} down`),
    reconnect: run(`link set ${cable} up`),
    lose: (other) => run(`-n ${name} neighbor replace ${other} lladdr ${nowhere} dev eth0 nud permanent`),
    find: (other) => run(`-n ${name} neighbor delete ${other} dev eth0`)
  } satisfies Host
})

const makeServe = (bridge: string, net: number, random: () => number) => {
  let services = 1
  /** Adds an address for a service of this machine, at which the hosts reach it, by its own port or another. */
  return Effect.fnUntraced(function* (to: number, port = to) {
    const address = `10.77.${net}.${++services}`
    yield* run(`address add ${address}/24 dev ${bridge}`)
    const relay = yield* Effect.acquireRelease(
      Effect.promise(() => startSlowRelay({ host: address, port, to, random })),
      ({ close }) => Effect.promise(close)
    )
    return { address, port, relay } satisfies Service
  })
}

/** Leads the loopback address of a host to a service, for clients that the service itself sends there. */
export const serveOnLoopback = Effect.fnUntraced(function* ({ within }: Host, { address, port }: Service) {
  const { line } = yield* startScript(new URL("./host-relay.ts", import.meta.url), {}, within, [String(port), address])
  yield* Effect.promise(line)
})

/**
 * A silence between a host and a service, or another host, until the scope closes. The host's kernel loses what it sends,
 * so that it arrives afterwards only if its connection still lives.
 */
export const silence = (host: Host, other: Host | Service) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      yield* host.lose(other.address)
      if ("relay" in other) other.relay.hold(host.address)
      else yield* other.lose(host.address)
    }),
    () =>
      Effect.gen(function* () {
        yield* host.find(other.address)
        if ("relay" in other) other.relay.release(host.address)
        else yield* other.find(host.address)
      })
  )
