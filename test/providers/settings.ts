import { Effect, Layer } from "effect"
import { AppConfig, readSettings } from "../../src/platform/config.ts"

/** The settings of an environment with only these variables. */
export const settingsLayer = (environment: Readonly<Record<string, string>>) =>
  Layer.effect(AppConfig, Effect.orDie(readSettings(environment)))
