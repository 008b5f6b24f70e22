import { Schema } from "effect"

/** A password that a person chooses. */
export const NewPassword = Schema.String.annotate({
  description: "10 to 256 characters; a common password is refused"
}).check(
  Schema.makeFilter((text) => {
    const { length } = [...text]
    if (length < 10) return "must have at least 10 characters"
    if (length > 256) return "must have at most 256 characters"
    return isCommon(text) ? "is one of the first that attackers try: choose several unrelated words" : undefined
  })
)

/** Whether a password is among the first that attackers try: a common word or sequence, also with digits around it. */
export const isCommon = (password: string): boolean => {
  const text = password.toLowerCase().replace(/[\s._-]+/g, "")
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, "")
  return [text, word].some((one) => isRepeated(one) || isSequence(one) || words.has(one) || words.has(spelledOut(one)))
}

const spelledOut = (text: string) => Array.from(text, (letter) => letters[letter] ?? letter).join("")

/** Digits and signs, and the letters that they replace. */
const letters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i"
}

// A few characters again and again, such as abcabcabcabc.
const isRepeated = (text: string) => /^(.{1,8})\1+$/.test(text)

// A row of the keyboard, the alphabet or the digits, forwards or backwards.
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "azertyuiopqsdfghjklmwxcvbn",
  "qwertzuiopasdfghjklyxcvbnm"
]
const sequences = rows.flatMap((row) => [row, [...row].reverse().join("")])
const isSequence = (text: string) => text.length >= 5 && sequences.some((row) => row.includes(text))

const words = new Set(
  `password passwort passw motdepasse contrasena senha parola wachtwoord haslo heslo salasana passcode passphrase passwordpassword
  mypassword thepassword newpassword yourpassword password qwerty qwertyuiop asdfghjkl zxcvbnm qazwsx qazwsxedc letmein letmeinnow
  welcome welcometo welcomeback iloveyou iloveyouso iloveu trustno trustnoone monkey dragon master sunshine princess football baseball
  basketball superman batman spiderman starwars michael jennifer jordan michelle charlie shadow computer internet whatever
  administrator admin adminadmin root rootroot superuser superadmin administrador manager operator changeme changemenow changethis
  default secret secretsecret topsecret private security access letmeinplease temporary temppassword testing testtest testpassword
  example guest guestguest login loginlogin hello helloworld hellohello helloagain abcdef abcdefg blink cheese chocolate butterfly
  summer winter spring autumn january february march april may june july august september october november december monday friday
  liverpool manchester chelsea arsenal barcelona realmadrid juventus cricket india indian mumbai delhi bangalore london newyork
  america canada germany pokemon minecraft fortnite google facebook linkedin instagram samsung iphone android microsoft windows
  carillon carilloncarillon company corporate business support service sales marketing callcenter callcentre telephone voicecall`.split(
    /\s+/
  )
)
