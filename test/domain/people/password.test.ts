import { expect, test } from "vitest"
import { isCommon } from "../../../src/domain/people/password.ts"

test.each([
  "password123",
  "P@ssw0rd2024!",
  "Passw0rd!!",
  "1234567890",
  "0987654321",
  "qwertyuiop",
  "Qwerty12345",
  "1q2w3e4r5t",
  "aaaaaaaaaa",
  "abcabcabcabc",
  "abcdefghij",
  "letmein2026",
  "welcome123!",
  "iloveyou1234",
  "administrator",
  "trustno1trustno1",
  "2024summer2024",
  "carillon2026"
])("%s is common", (password) => {
  expect(isCommon(password)).toBe(true)
})

test.each([
  "correct horse battery staple",
  "tulip-engine-harbour",
  "xK9#mQ2$vL7p",
  "मेरी बिल्ली दूध पीती है",
  "passwords are a nuisance"
])("%s is not", (password) => {
  expect(isCommon(password)).toBe(false)
})
