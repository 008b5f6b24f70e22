import { type ResourceLimits, Worker } from "node:worker_threads"
import { Effect, Schema, type Scope, Semaphore } from "effect"

/** The thread could not finish a task: it ran out of its memory or its time, or crashed. */
export class WorkFailed extends Schema.TaggedError<WorkFailed>()("WorkFailed", {
  reason: Schema.Literals(["memory", "time", "crash"]),
  message: Schema.String
}) {}

interface Limits extends ResourceLimits {
  /** Maximum time of a task. */
  readonly seconds: number
  /** Time without a task after which the thread ends and its memory is free again. */
  readonly idleSeconds: number
}

/**
 * Runs tasks one by one in a thread of its own, so that the event loop, which carries live calls, is free meanwhile. The
 * thread starts with the first task, and again after a task that it did not survive.
 */
export const makeWorkThread = Effect.fnUntraced(function* <Task, A>(
  script: URL,
  { idleSeconds, seconds, ...resourceLimits }: Limits
): Effect.fn.Return<
  (task: Task, transfer: ReadonlyArray<ArrayBuffer>) => Effect.Effect<A, WorkFailed>,
  never,
  Scope.Scope
> {
  const oneByOne = yield* Semaphore.make(1)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const start = () => {
    const started = new Worker(script, { resourceLimits })
    started.unref()
    // Without a listener, an error outside a task would end the process.
    started.on("error", () => undefined)
    started.once("exit", () => {
      if (worker === started) worker = undefined
    })
    return started
  }
  const end = () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    return ended?.terminate()
  }
  yield* Effect.addFinalizer(() => Effect.promise(async () => void (await end())))

  const run = (task: Task, transfer: ReadonlyArray<ArrayBuffer>) =>
    Effect.callback<A, WorkFailed>((resume) => {
      clearTimeout(idle)
      worker ??= start()
      const running = worker
      running.ref()
      const settle = (result: Effect.Effect<A, WorkFailed>) => {
        clearTimeout(timer)
        running.off("message", answered).off("error", failed).off("exit", exited).unref()
        idle = setTimeout(end, idleSeconds * 1000).unref()
        resume(result)
      }
      const answered = (result: A) => settle(Effect.succeed(result))
      const failed = (error: NodeJS.ErrnoException) => {
        if (worker === running) worker = undefined
        const reason = error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crash"
        settle(Effect.fail(new WorkFailed({ reason, message: error.message })))
      }
      const exited = () => failed(new Error("The thread ended"))
      const timer = setTimeout(() => {
        end()
        settle(Effect.fail(new WorkFailed({ reason: "time", message: `The task took more than ${seconds} s` })))
      }, seconds * 1000)
      running.on("message", answered).on("error", failed).on("exit", exited)
      running.postMessage(task, [...transfer])
    })

  // A task that has begun cannot be called off; the next one waits for its end.
  return (task, transfer) => oneByOne.withPermits(1)(Effect.uninterruptible(run(task, transfer)))
})
