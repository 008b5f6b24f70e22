import { Context, Effect, Layer, Option } from "effect"
import { sentence } from "../../domain/schema/problems.ts"
import { profileProblem } from "../../domain/speech/profile-problem.ts"
import { SpeechPreferences } from "../../domain/speech/SpeechProfile.ts"
import { AppConfig } from "../../platform/config.ts"
import { readSettingFile, settingRefused } from "../setting-file.ts"
import { hasUsualKey } from "./speech-keys.ts"

/** The file at SPEECH_PROFILE, which decides for all organizations that do not decide themselves. */
export class UsualSpeech extends Context.Service<UsualSpeech, SpeechPreferences>()("carillon/accounts/UsualSpeech") {
  static readonly layer = Layer.effect(
    UsualSpeech,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      if (Option.isNone(settings.speechProfile)) return UsualSpeech.of({})
      const path = settings.speechProfile.value
      const profile = yield* readSettingFile("SPEECH_PROFILE", path, SpeechPreferences)
      const problem = profileProblem(profile, (role, vendor) => hasUsualKey(settings, role, vendor), false)
      return problem === undefined
        ? UsualSpeech.of(profile)
        : yield* settingRefused("SPEECH_PROFILE", path, `is not valid: ${sentence([problem])}`)
    })
  )
}
