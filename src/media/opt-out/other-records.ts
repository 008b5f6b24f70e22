import { withoutAccents } from "../../domain/text/words.ts"

/**
 * Whether a sentence speaks of a record that is none of calls, such as "take my name off the credit bureau's list" or
 * "delete my card number", and of nothing else. Recognizers leave out full stops, so a longer sentence may be several:
 * "my credit report is fine so please take me off your list".
 */
export const isOfOtherRecord = (sentence: string): boolean => {
  const plain = withoutAccents(sentence.toLowerCase())
  return plain.length <= longest && records.test(plain) && !calling.test(plain) && !ownWishes.test(plain)
}

/** Whether words speak of calls, in any language. */
export const speaksOfCalls = (words: string): boolean => calling.test(withoutAccents(words.toLowerCase()))

/** Maximum length of a sentence that speaks of one thing only, characters. */
const longest = 60

/** Matches any of the words, which may have endings; those of scripts without spaces may be anywhere. */
const anyOf = (words: ReadonlyArray<string>) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "u")

const records = anyOf([
  "credit bureau|credit report|cibil|experian|equifax|transunion|schufa|serasa|spc(?!\\p{L})|buro de credito|buro(?!\\p{L})",
  "veraz(?!\\p{L})|dicom(?!\\p{L})|infocorp|datacredito|asnef|crif(?!\\p{L})|bkr(?!\\p{L})|bik(?!\\p{L})|krd(?!\\p{L})",
  "ficp|banque de france|findeks|kkb(?!\\p{L})|slik ojk|bi checking|бки(?!\\p{L})|кредитной истории",
  "सिबिल|সিবিল|சிபில|సిబిల|ಸಿಬಿಲ|സിബി|સિબિલ|ਸਿਬਿਲ|سبل کی",
  "wait(?:ing)? ?list|warteliste|wachtlijst|lista de espera|lista d'attesa|liste d'attente",
  "(?:defaulter|debtor)s? list|list of (?:the )?(?:defaulter|debtor)s|डिफॉल्टर (?:की )?लिस्ट|schuldner(?:liste|verzeichnis|register)",
  "lista d[aeo]s? (?:los )?(?:devedores|inadimplentes|deudores|morosos)|lista dei cattivi pagatori|liste des mauvais payeurs",
  "wanbetalers(?:lijst|register)|listy dłuznikow|списка должников|borclular listesi|danh sach no xau|征信|失信名单",
  "(?:off|from) (?:the|your|this|that) black ?list|von der schwarzen liste|van de zwarte lijst|de la lista negra|da lista negra",
  "dalla lista nera|de la liste noire|z czarnej listy|из черного списка|kara listeden|dari daftar hitam|khoi danh sach đen",
  "ब्लैक ?लिस्ट से|black ?list se|কালো তালিকা থেকে|கருப்பு பட்டியல்|بلیک لسٹ سے|من القائمه السوداء|من القائمة السوداء",
  ".*从.{0,4}黑名单|.*從.{0,4}黑名單|.*ブラックリストから|블랙리스트에서|.*จากแบล็คลิสต์",
  "numero de (?:la |ma |mi |mon )?(?:cuenta|tarjeta|carte|compte|cartao|conta)(?!\\p{L})|numero d[ie]l? (?:mio )?(?:carta|conto)(?!\\p{L})",
  "numer (?:konta|karty|rachunku)|номер (?:карты|счета|договора)|(?:card|account|bank account) number|kart numara|hesap numara"
])

const calling =
  /call|phone|ring|ruf|llam|marc|marqu|lig[aou]|telef|appel|chiam|bell|bel |belt|dzwon|звон|звони|aram|aray|फोन|फ़ोन|कॉल|ফোন|কল|கால்|போன்|அழை|கூப்பிட|కాల్|ఫోన్|ಕಾಲ್|ಕರೆ|ഫോൺ|വിളി|ફોન|કોલ|કૉલ|ਫੋਨ|ਕਾਲ|تصل|تصال|(?<!ن)کال|فون|telepon|telpon|hubung|gọi|goi|打|来电|來電|電話|电话|전화|โทร|conta[ck]t|kontakt|disturb|molest|derang|belastig|harass|беспоко|rahatsiz|ganggu|spam/u
/** Words for being left alone, and for our own lists: these wishes are about calls, whatever else is named. */
const ownWishes =
  /(?:off|from) your (?:list|database|system)|\balone\b|peace|bother|in ruhe|in frieden|en paz|em paz|in pace|tranquil|met rust|spoko|поко|rahat|annoy|तंग|परेशान|چین|سکون/u
