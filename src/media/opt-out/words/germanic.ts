import type { Words } from "../grammar.ts"
import { netOf } from "../phrases.ts"

// Besides the notation of the phrases, `(?! …)` is what must not follow, `(?<! …)` what must not precede, and `{0,3}`
// how often a group may stand.

// German and Dutch: up to three words.
const some = "([^ ]+ ){0,3}"

// German: what may stand between, "no more", whom or what another person calls, and "call" and its likes after "to", as
// "called", and in "that you call".
const bitte =
  "((bitte|doch|endlich|einfach|jetzt|ja|halt|bloß|bloss|gefalligst|sofort|also|mal|umgehend|ab jetzt|ab sofort|in zukunft|kunftig|zukunftig|schon|auch|nur|freundlicherweise|unverzuglich|direkt|wirklich|von nun an|von jetzt an) ){0,3}"
const nichtMehr =
  "(nicht mehr|nie wieder|nie mehr|niemals|niemals (wieder|mehr)|nicht (noch )?wieder|nicht noch ?(ein)? ?mal|nicht nochmals?|nimmer|nimmermehr|nicht weiter|nicht erneut|nicht langer|nie nie wieder|kein einziges mal( mehr)?|keinesfalls( mehr| wieder)?|auf (gar )?keinen fall( mehr| wieder| noch ?mal)?|unter keinen umstanden( mehr)?)"
const mich =
  "((mich|mi|uns|hier|da|mir|bei (mir|uns|dieser nummer)|(auf |unter )?(diese*|meine*|unsere*) (nummer|handy|anschluss|telefon|rufnummer|telefonnummer)|unter der nummer|bei uns zu hause) ){0,2}"
const mutter =
  "((meine|meinen|unsere|unseren) (alte |alten |kranke |kranken |arme |armen )?(mutter|mama|mutti|vater|papa|eltern|frau|mann|tochter|sohn|kinder|schwester|bruder|oma|grossmutter|großmutter|opa|grossvater|großvater|großeltern|tante|onkel|schwiegermutter|schwiegervater|freundin|freund|familie|partner|partnerin))"
// "Rufen Sie meine Mutter nicht mehr an, rufen Sie mich an."
const nichtStattdessen =
  "(?!( [^ ]+){0,15} (rufen|ruf|anrufen|sprechen|reden|sondern|lieber|besser|stattdessen|mich|mir|wenn|bis|vor|bevor|solange|arbeiten|lesen|uberlegen|nachdenken|entscheiden|schlafen|essen|abends|morgens|nachts))"
const anrufen =
  "(anrufen|anzurufen|angerufen|anruft|anrufst|anrufe|anklingeln|durchklingeln|anklingelst|kontaktieren|zu kontaktieren|kontaktiert|belastigen|zu belastigen|belastigt|storen|zu storen|gestort|nerven|zu nerven|genervt|nervt|behelligen|zu behelligen|behelligt|terrorisieren|zu terrorisieren|zu bedrangen|bedrangt|zu telefonieren|melden|zu melden|zu stalken|kontakt aufnehmen|kontakt aufzunehmen)"
const nummer =
  "(nummer*|telefonnummer*|handynummer*|rufnummer*|daten|kontaktdaten|kontakt|eintrag|namen|anschluss|telefon|adresse|mobilnummer|einwilligung)"
const liste =
  "(liste*|anrufliste*|telefonliste*|kundenliste|verteiler*|system*|datenbank*|kartei*|kontaktliste*|adressliste*|datei|register|speicher|computer|bestand|unterlagen|kundendatei)"
const anrufe =
  "(anruf|anrufe|anrufen|anrufs|werbeanruf*|telefonanruf*|telefonat*|telefonterror|telefonwerbung|klingelei|anruferei|kontakt|gebimmel|belastigung*|kontaktaufnahme*|werbung am telefon|terror)"

const germanWords: Words = {
  call: "*anruf*|*angerufen*|ruf*|*zurufen|telefon*|*kontakt*|*melden|*melde|klingel*|stören",
  again: [
    "mehr|wieder|nochmal*|noch mal|noch einmal|erneut|nie|weiter*|künftig|in zukunft|wenn|falls|nächst*",
    "jemals|so weitergeht|nicht aufhör*"
  ],
  record: [
    "(alles|alle daten|alle informationen|was sie) … (über|von|zu) (mich|mir|uns)",
    "(meine|mein|meinen|diese|unsere|all meine|alle meine) … (nummer|daten|name|namen|telefonnummer|eintrag|kontakt*|handynummer)",
    "(aus|von) (ihrer|ihrem|ihren|der|dem|eurer|dieser|allen) … (liste*|datenbank|system|kartei|verteiler|register)",
    "diese nummer"
  ],
  remove: [
    "löschung|streichung",
    "lösch*|streich*|entfern*|nehm*|nimm*|raus|austrag*|tilgen|gelöscht|gestrichen|entfernt"
  ],
  stop: [
    "(hören|hört) (sie |ihr )?(jetzt |endlich |bitte )?auf( damit)?|(jetzt )?reicht es|es reicht",
    "schluss (damit|jetzt|mit)",
    "geh* … auf (den|die) (geist|nerven|keks|wecker|senkel|sack)|(nase|schnauze|faxen) voll",
    "hör* … auf|aufhören|schluss|stopp*|lass* … (das|die|es)|unterlass*|reicht|genug|beend*|einstellen",
    "unterlassen"
  ],
  dontCall: "(nicht|nie|niemals) (mehr|wieder|nochmal) … (wählen|anwählen|anrufen|kontaktieren|benutzen)",
  dontTry: [
    "(versuch*|probier*) … (nicht|nie) … |(sparen|spar) (sie )?(sich|dir)",
    "brauchen (sie )?(es|sich) … (nicht|nie|gar nicht)|zwecklos|unterstehen sie sich|wagen sie es",
    "sie brauchen … (nicht|nie)|brauchen sie … (nicht|nie)"
  ],
  consent: "einwilligung|zustimmung|erlaubnis|einverständnis",
  withdraw: "widerruf*|zurückzieh*|ziehe|zurückgezogen|zurücknehm*|entzieh*",
  forbidden: [
    "(erlaube|gestatte|genehmige|dulde|wünsche) (es |ihnen )?nicht dass",
    "(nie|niemals|nicht|keine|kein) (ihnen |euch |meine |das |eine |mehr |die ){0,3}(zugestimmt|erlaubt|eingewilligt|erlaubnis|recht|einwilligung|zustimmung|dürfen|gestattet|befugt)",
    "dürfen (sie )?(mich |hier |uns )?(nicht|nie)|verbiete*|untersag*|verbitte*|widerspr*|lehne … ab",
    "ohne meine (einwilligung|zustimmung|erlaubnis)|nicht einverstanden|unterstehen sie sich",
    "(kein|keinen|keine) (anruf*|kontakt*) (mehr )?(wünsch*|gewünscht)|nie wieder"
  ],
  harassment: "(das|dies|es) (ist|grenzt) … (belästigung|telefonterror|stalking|nötigung)",
  threat: [
    "polizei|anzeige|anwalt*|gericht|verbraucher*|bundesnetzagentur|verklag*|rechtlich*|anzeigen",
    "datenschutz*|melde sie|beschwer*"
  ],
  goOn: "(wenn|falls) … (nicht aufhör*|weiter*|so weiter*|noch einmal|nochmal)|sonst",
  how: "wie|was muss ich|kann (ich|man)|können sie|gibt es",
  escape: [
    "los|*melden|austragen|stoppen|loswerden|abbestellen|nicht mehr|keine|verhindern|sperren|runterkomm*",
    "rauskomm*"
  ],
  last: [
    "(das|dies|es) (war|ist|sei|wird) … (letzte mal|letzter anruf|letzte anruf|letztes mal)",
    "(letzte mal|letztes mal) dass sie … (anruf*|angerufen*)"
  ],
  block: "(ich )?(blockiere|sperre|blockier|blocke) … (nummer|sie|anruf*)|(nummer|sie) … blockier*",
  optOut: [
    "(will|möchte|mag) (hier )?(niemand|keiner) (hier )?(mehr )?(von ihnen|etwas|was|angerufen|hören)|(niemand|keiner) (will|möchte) … mehr … (hören|angerufen)|keiner mehr … von ihnen hören",
    "(diese|meine) nummer nie wieder (gewählt|angerufen|benutzt)",
    "(niemand|keiner) mehr (hier |mich |uns )?anrufen (soll|darf|möge)|vergessen sie mich( einfach| bitte)?$",
    "(gehen|geht) (sie |ihr )?(mir|uns) nicht (weiter|mehr|länger) auf (die nerven|den *)",
    "(diese|meine) nummer (verwend*|benutz*|wähl*) (sie )?(bitte )?(nie|nicht) (mehr|wieder)",
    "(wähl*|verwend*|benutz*) (sie )?(diese|meine) nummer (bitte )?(nie|nicht) (mehr|wieder)",
    "(diese|meine) nummer (nie|nicht) (mehr|wieder) (zu )?(wählen|verwenden|benutzen)",
    "robinsonliste|(mich|bitte|können sie mich) … austragen|abmelden von … anruf*",
    "melde … bundesnetzagentur|(widerspreche|widerspruch) … (nutzung|werb*|daten)|dsgvo",
    "recht auf (löschung|vergessen*)|brauchen sie sich (nie|nicht) (wieder|mehr) (bei mir )?(zu )?melden",
    "sie brauchen sich (nie|nicht) (wieder|mehr) … melden|reicht … (mit|an) … anruf*"
  ],
  othersCall:
    "(bank|banken|firma|firmen|telekom|vodafone|versicherung|die|der|bruder|schwester|mann|frau|sohn|tochter|nachbar*|chef|andere|anderen|leute|anbieter|konkurrenz) … … (ruft|rufen|klingelt|belastigt|belastigen|nervt|nerven|terrorisiert|terrorisieren)",
  whoSaid: "wer … (sagt|gesagt|behauptet) … … (kein*|nicht)",
  others: [
    "bank|firma|telekom|vodafone|bruder|schwester|mann|frau|sohn|tochter|mutter|vater|mama|papa|nachbar*",
    "(?<!(ihrer|ihrem|ihre|ihren|eurer) )kolleg*|chef*|freund*|oma|opa"
  ],
  told: "(hat|habe|hab|haben|hatte) … (gesagt|gebeten)|sagt|gesagt|will nicht",
  someday: "(falls|wenn|sollte) (ich|wir|einmal|irgendwann|mal)",
  willTell: [
    "(sage|sag|gebe|geb|melde|rufe) (ich )?(ihnen |mich |es ihnen )?(bescheid|es|an|mich)|sage bescheid",
    "sage ich"
  ],
  oldOne: "alte*|frühere*|vorherige*",
  newOne: "neue*|geändert|gewechselt|diese",
  past: "gestern|vorgestern|letzte woche|von heute|von (gestern|vorhin)",
  refrain: [
    "einzustellen|einstellen|stellen sie … ein|vermeid*|unterlass*",
    "(hor|hort|horen) (sie |ihr )?(doch |bitte |jetzt |endlich |sofort |mal ){0,3}(mit|damit) … … auf",
    "(sehen|sieh|seht) (sie |ihr )?(bitte |kunftig |in zukunft |doch ){0,2}(von|davon)|abzusehen|verzicht*",
    "(von|davon) … (absehen|abstand|ab)|abstand … (von|davon)|erspar*|spar(en|t) (sie|ihr)"
  ],
  keep: "(streich*|losch*|entfern*|nehm*|nimm|tragen|trag) (sie |ihr )?(mich|uns|die nummer|den namen) (bitte |bloß |ja |auf keinen fall |lieber )?nicht",
  quote: [
    "wenn ich (jetzt |ihnen )?nein sage",
    "(habe|hab|haben) (nie |noch nie )?niemand* (gebeten|gesagt)|^(hat|haben) (ihnen )?(jemand|irgendwer)",
    "^(und |dann |da |aber )*(er|sie|jemand|der|die|manche|viele|leute) (hat |haben )?(nur )?(sagte*|sagen|meinte*|schrie|rief) … (nicht|nie|keine)",
    "nicht (so )?dass (ich|wir) … … … (nicht|nie|keine)|(legte|legten) (dann |einfach )?auf$"
  ],
  neitherNor: "weder (heute|jetzt|morgen) noch *",
  often:
    "(zwei|drei|vier|fünf|sechs|zehn|hundert|mehr)mal|jeden tag|täglich|die ganze woche|(zum|schon) (dritten|vierten|fünften|x ten) mal",
  stillCall: "(rufen|ruft) (sie |ihr )?(mich |hier )?(immer noch|trotzdem|weiter*|dauernd) … an|immer noch an",
  goOnPlease: [
    "(will|möchte) nicht dass … (aufhör*|lösch*|streich*)|(widerrufe|ziehe) … nicht( zurück)?$",
    "hör* … nicht auf",
    "warum … aufgehört"
  ]
}

export const german = netOf({
  words: germanWords,
  ever: [
    "(mich|uns) (jetzt |endlich |bitte |einfach |doch ){0,2}in (ruhe|frieden|ruh) (zu )?lassen",
    "(lass|lasst|lassts|lossts) mi (doch |endlich |bitte )?in (ruh|rua|ruhe)|rufns mi (ja )?nimmer an",

    `^${bitte}(rufen sie|ruft ihr|ruft|ruf) ${bitte}(${mutter}|sie|ihn) ${bitte}${nichtMehr} ${bitte}an${nichtStattdessen}`,
    `(horen|hort|hor) (sie |ihr )?${bitte}auf ${bitte}${mutter} ${bitte}(dauernd |standig |immer )?(anzurufen|zu belastigen|zu nerven|zu storen)`,
    `^${bitte}(lassen sie|lasst|lass) ${bitte}${mutter} ${bitte}in (ruhe|frieden)${nichtStattdessen}`,
    `^${bitte}(belastigen|nerven|storen|kontaktieren) sie ${bitte}${mutter} ${bitte}${nichtMehr}${nichtStattdessen}`,
    `^${bitte}(nehmen|nehmt|nimm|streichen|streich|werfen|schmeißen|losch|loschen|tragen|tun|tu|tut) (sie |ihr )?${bitte}(mich|uns) ${bitte}(da |hier |dort |einfach )?${bitte}(raus|heraus|runter|hinaus)( bitte| jetzt| sofort)?$`,
    "(bitte|ersuche|verlange|fordere|beantrage|wunsche) … (loschung|entfernung|streichung) (meiner|dieser|unserer|all meiner|aller meiner) (nummer|daten|rufnummer|telefonnummer)",
    "(?<!(kam|kommt|gab|kamen|war|ist|habe|hab|bisher) )(kein|keinen|keine) (einzigen |weiteren )?(anruf|anrufe) mehr(?! (bekommen|erhalten|gehabt|gekriegt|gekommen|da))",
    "(verbiete|verbieten|untersage|untersagen|erlaube|gestatte) … (meine|diese|unsere) (nummer|daten|telefonnummer|handynummer) … (benutz*|verwend*|nutz*|wahl*|speicher*)",
    "(verboten|untersagt) … (anzurufen|zu kontaktieren|zu belastigen)|(anzurufen|zu kontaktieren) … (verboten|untersagt)",
    "^(bitte )?(streichen|streicht|streich|loschen|entfernen) (sie )?(mich|uns)( bitte| einfach| sofort)?$",
    `(rufen|ruf|rufe|ruft|rufts|rufens|klingeln|klingelt) (sie |s |ihr |du )?${bitte}${mich}${bitte}${nichtMehr} ${bitte}${mich}${bitte}an`,
    `(rufen|ruf|ruft|rufts|rufens) (sie |ihr |du )?${bitte}${mich}${bitte}(nicht|nie) ${bitte}(mehr|wieder|noch ?(ein)?mal) ${mich}an`,
    `(in zukunft|zukunftig|kunftig|ab jetzt|ab sofort|von nun an|von jetzt an|fortan) … (nicht|keine)( …) (${anrufen}|an|${anrufe})`,
    `(kontaktieren|kontaktiert|kontaktier|belastigen|belastigt|storen|stort|stor|nerven|nervt|nerv|behelligen|behelligt|terrorisieren|terrorisiert|schreiben) (sie )?${bitte}${mich}${bitte}${nichtMehr}`,
    `(melden|melde|meldet) (sie |dich |euch )?(sich )?${bitte}${mich}${bitte}${nichtMehr}`,
    `${nichtMehr} ${bitte}${mich}(bei (mir|uns) )?(von ihnen |von euch |hier )?${anrufen}`,
    `(horen|hor|hort|horts|horens) (sie |ihr |s )?${bitte}(damit )?auf ${bitte}${mich}${bitte}(damit |dauernd |standig |immer |so |andauernd |stets )?(${mich}${anrufen}|mit (den|diesen|ihren|euren|dem|der|deinen|dieser|ihrem|eurem) (standigen |ewigen |nervigen )?${anrufe})`,
    `(aufhoren|aufhort|aufzuhoren|hort auf|aufhorst|aufhoren wurden) ${bitte}${mich}${bitte}(dauernd |standig |immer |so oft )?(${mich}${anrufen}|mit (den|diesen|ihren|euren|dem|der) (standigen |ewigen |nervigen )?${anrufe})`,
    `(will|mochte|mochten|wollen|wunsche|wunschen|hatte gern*|wurde gern*|brauche|brauchen|akzeptiere|dulde|verbitte mir) (ich |wir )?${bitte}(absolut |uberhaupt |von ihnen |von euch |auch |gar ){0,2}keine* (weiteren? |weiteres |solchen |solche |derartigen |mehr |ihrer |eurer |dieser |einzigen ){0,2}${anrufe}`,
    `(will|mochte|mochten|wollen|wunsche|wunschen) (ich |wir )?(diese|ihre|solche|eure) (standigen |ewigen )?${anrufe} nicht( mehr)?`,
    `(will|mochte|mochten|wollen|wunsche|wunschen) (ich |wir )?${bitte}(von ihnen |von euch |von ihrer firma |hier ){0,2}${nichtMehr}( …) (angerufen|kontaktiert|belastigt|gestort|behelligt|horen|genervt|bedrangt)`,
    `(will|mochte|mochten|wollen|wunsche|wunschen) (ich |wir )?${bitte}nicht dass (sie|ihr|man|jemand|irgendjemand|du|eure firma|ihre firma) ${bitte}${mich}${bitte}(noch ?mal |wieder |weiter |weiterhin |nochmals |noch einmal |jemals |je )?(${mich}${anrufen})`,
    `keine* (weiteren? |weiteres |mehr |solchen |einzigen? )?${anrufe} mehr`,
    `keine* (einzigen |weiteren )${anrufe}`,
    `(stellen|stellt|stell) (sie )?${bitte}(die|diese|ihre|eure) (standigen )?${anrufe} ein`,
    "(will|mochte|wollen|mochten) (ich |wir )?(mit|von) (ihnen|euch|ihrer firma|dieser firma|eurer firma) (nie wieder |nichts |nicht |nie )(mehr )?(mehr |etwas |was )?(horen|zu tun haben|sprechen|reden)",
    `(losch*|entfern*|streich*|nehm*|nimm|sperr*|vergess*|vergiss|vergiß|vergesst|tilg*|schmeiß*|schmeiss*|werf*|blockier*|verlier*) (sie |ihr |s )?${bitte}(meine|diese|unsere|mei|meinen|die|den) (ganzen |gesamten |personlichen )?${nummer}( …)?`,
    `(meine|diese|unsere|meinen) (ganzen |gesamten |personlichen )?${nummer} ${bitte}${some}(loschen|entfernen|streichen|vergessen|rausnehmen|herausnehmen|rauszunehmen|zu loschen|loscht|gestrichen|geloscht|sperren|tilgen|rauslosch*|rausstreich*|austragen|rausschmeißen) ?(werden|wird|haben|konnten|wurden|durfen|lassen|bitte|sie)?`,
    `(streich*|nehm*|nimm|losch*|entfern*|trag*|hol*|werf*|schmeiß*) (sie |ihr |s )?${bitte}(mich|uns|mi) ${bitte}(von|aus|aus der|von der)( …) ${liste}`,
    `(mich|uns) ${bitte}(von|aus|vo) (der|ihrer|ihrem|dem|eurer|eurem|dieser|allen|allen ihren|deiner|diesem) ${liste}( …)?`,
    `(will|mochte|wollen) ${bitte}(von|aus) (der|ihrer|ihrem|dem|eurer|eurem|dieser) ${liste} (runter|raus|gestrichen|geloscht|entfernt|genommen|weg)( werden)?`,
    "(setz*|schreib*|pack*|trag*) (sie )?(mich|uns|meine nummer) (bitte )?(auf|in) (die|ihre|eine|eure) (sperrliste|schwarze liste|robinson ?liste|blacklist|sperrdatei|nicht anrufen liste|verbotsliste|stoppliste)( …)?",
    "(widerruf*|zieh*|entzieh*|zuruck*|widerspreche) (ich )?(ihnen |euch )?(hiermit |hiermit ausdrucklich |ausdrucklich |sofort |jede |jegliche |die |meine |alle |bisherige |erteilte ){0,3}(einwilligung|zustimmung|erlaubnis|einverstandnis*|genehmigung|werbeerlaubnis|werbeeinwilligung|datenschutz*)",
    "(einwilligung|zustimmung|erlaubnis|einverstandnis|genehmigung) (mich anzurufen |zu werbeanrufen |fur werbeanrufe |fur anrufe )?(hiermit |sofort )?(zuruck|widerrufen|zuruckziehen|zuruckgezogen|entziehen)",
    `(keine|keinerlei|nie eine|nie meine|niemals eine) (einwilligung|zustimmung|erlaubnis|genehmigung) (gegeben|erteilt|fur|zu|mich|dass)( …)?( ${anrufen})?`,
    `(nie|niemals|nicht) (eingewilligt|zugestimmt|erlaubt) dass (sie|ihr) (mich|hier|uns) ${anrufen}`,
    `(widersprech*|verbiete*|untersage*|verbitte|verbitten) (ich |wir |mir |uns |ihnen |euch |hiermit |ausdrucklich |jede |jeden |jegliche |jeglichen |weitere |weiteren |der |die |es |solche |ihre ){0,6}(${anrufe}|${mich}${anrufen}|nutzung|verwendung|verarbeitung|kontakt*|werbung)`,
    `(sie|ihr) (durfen|durft|sollen|sollt|haben|konnen|konnt|brauchen|brauchens|mussen) ${bitte}${mich}${bitte}${nichtMehr} ${mich}${anrufen}`,
    `(sie |ihr )?(haben|habt) (kein recht|keine erlaubnis|nicht das recht|keine einwilligung|kein einverstandnis|keine genehmigung) ${bitte}${mich}${anrufen}`,
    "(lassen|lass|lasst|laßt|lassts|lassens) (sie |ihr )?((mich|mi|uns|doch|endlich|bitte|verdammt|nochmal|jetzt|einfach|gefalligst|mal) ){1,4}(in ruh|in ruhe|in frieden|zufrieden)",
    `(lassen|lass|lasst) (sie )?${bitte}(diese|die|das|eure|ihre|den|es) ?(standigen |ewigen |standige )?(${anrufe}|mit den anrufen|anrufen)( sein| bleiben)?`,
    "(in ruhe|in frieden) gelassen werden|(geben|gebt|gib) (sie |mir )?(endlich |jetzt |doch )?(endlich )?ruhe|verschon* (sie )?(mich|uns)( mit)?( …)?",
    `unterlass* (sie |ihr )?${bitte}(es )?(diese |die |ihre |solche |jede |jeden |jegliche |jeglichen |weitere |weiteren |kunftige |samtliche |alle |mich |hier |uns ){0,3}(${anrufe}|${anrufen}|kontakt*)`,
    `(schluss|feierabend|genug|satt|nase voll|schnauze voll|kanal voll|faxen dicke|reicht|reicht s|leid|ende) ${bitte}(von|mit|jetzt mit) (den|diesen|ihren|euren|dem|eurem|der|all den|dieser|ihrem) (standigen |ewigen |ganzen |dauernden )?${anrufe}`,
    `(bin|habe|hab|sind) (ich )?(ihre|diese|die|eure) (standigen |ewigen |ganzen |dauernden )?${anrufe} ${bitte}(so )?(satt|leid|uber)`,
    `(ihre|eure|weitere|solche|diese|werbe)? ?${anrufe} (sind|ist)( …) (unerwunscht|nicht erwunscht|verboten|nicht mehr erwunscht)`,
    `das (ist|war|soll)( …) (letzte mal|letztes mal) (gewesen )?dass (sie|ihr) ${mich}${anrufen}`,
    `(spar*) (sie |euch )?(sich )?(die|ihre|weitere|eure|kunftig) ${anrufe}`,
    `(wahl*|benutz*|verwend*) (sie )?(diese|meine) (telefon)?nummer ${nichtMehr}`,
    `(trag|tragt|tragen) (sie )?(mich|uns) ${bitte}aus`,
    `(austragen|abmelden|trag*|meld*) (sie )?(mich|uns) (bitte )?(aus|ab|von)( …)? (${anrufe}|${liste})`,
    `(mich|uns) (bitte )?(von|aus|fur)( …) (${anrufe}|${liste}) (abmelden|austragen|abzumelden|auszutragen|abgemeldet|raus*)`,
    // Threats that a further call has consequences.
    "(wenn|falls|sollten|sollte|beim|bei|noch ein*|sonst|nochmal|noch mal|nachster|nachste mal)( …)( …) (anruf*|belastig*|ruf*|aufhor*|an|melden|nerv*|klingel*)( …)( …) (anzeige*|anzeig*|zeige*|polizei|anwalt*|rechtsanwalt*|klage|verklag*|gericht*|bundesnetzagentur|verbraucherzentrale|verbraucherschutz|rechtlich*)( …)?",
    "(anzeige*|anzeig*|zeige*|polizei|anwalt*|rechtsanwalt*|klage|verklag*|gericht*|bundesnetzagentur|verbraucherzentrale|rechtlich*)( …) (wenn|falls|sollten) (sie|ihr|das|hier|mich|noch|nochmal|die anrufe)( …)( …) (anruf*|belastig*|aufhor*|an|melden|weiter*)( …)?",

    "unterlassen sie (bitte )?(jeden|jegliche*|weitere) (weiteren? )?anruf*",
    "(nie wieder|nichts mehr|nie mehr) (etwas )?von (ihnen|euch) horen",
    "meine (nummer|daten|telefonnummer) (bitte |sofort )?(loschen|entfernen|streichen)",

    "(nicht mehr|nie wieder|nie mehr) (belastigt|kontaktiert|gestort) werden",
    "verbitte mir (weitere |solche |diese |ihre )?anrufe",
    "lassen sie die(se)? anrufe",
    "(rufen|ruf|ruft) (sie )?(mich|uns|hier|diese nummer|bei mir|bei uns)?( …)? ?(nicht mehr|nie wieder|nie mehr|niemals wieder|nicht wieder|nicht noch (ein)?mal) (hier |bei mir |bei uns )?an",
    "rufen sie( mich| hier| uns)?( bitte)?( hier)? (nicht mehr|nie wieder|nie mehr|nicht wieder|niemals)( hier)? an",
    "(nicht mehr|nie wieder|nie mehr|nicht wieder|niemals) (hier |bei mir )?(anrufen|angerufen werden|anzurufen)",
    "(horen|hor|hort) (sie )?(endlich |bitte |sofort )?(endlich |bitte |sofort )?auf (mich |uns |hier |bei mir )?(anzurufen|zu belastigen|zu storen|mit den anrufen|mit diesen anrufen|mich zu (belastigen|storen|nerven))",
    "aufhoren (mich |hier |uns )?anzurufen",
    "(mochte|will|wunsche|wollen|mochten) (ich )?(ab jetzt )?keine (weiteren |solchen |werbe)?(anrufe|werbeanrufe) (mehr)?( bekommen| erhalten)?( …)?",
    "(mochte|will|wunsche|wollen|mochten) keine (anrufe|werbeanrufe)( mehr)?",
    "keine (weiteren )?(anrufe|werbeanrufe) mehr",
    "(streichen|nehmen|loschen|entfernen|streich|nimm) (sie )?(mich|uns|meinen namen|meine nummer|meine telefonnummer|meine daten) (bitte )?(von|aus) … (liste*|verteiler*|system*|datenbank*|kartei)",
    "(streichen|nehmen|entfernen|loschen) (sie )?(mich|uns) (bitte )?(von|aus) (der|ihrer|ihrem|dem|eurer) (liste|verteiler|system|datenbank|kartei|anrufliste)",
    "(loschen|losche|loscht|entfernen|sperren) (sie )?(bitte )?meine (nummer|telefonnummer|daten|rufnummer)",
    "sie (mich |hier |uns )?(nicht mehr|nie wieder|nie mehr|nicht) (anrufen|kontaktieren) (sollen|durfen)",
    "(sollen|durfen|mussen|brauchen) (mich |hier |uns )?(nicht mehr|nie wieder|nie mehr) (anrufen|anzurufen|kontaktieren)",
    "(will|mochte|wunsche) nicht dass (sie|ihr) (mich |hier |uns )?(noch einmal |noch mal |wieder |nochmal )?anruf*",
    "(lassen|lass|lasst) (sie )?(mich|uns) (endlich |bitte |doch )?(endlich |bitte |doch )?in ruhe",
    "unterlassen sie (bitte )?(die|diese|ihre|solche) anrufe",
    "(widerrufe|ziehe) (hiermit )?(meine|ich meine) (einwilligung|zustimmung)( …)?",
    "widerspreche (hiermit )?(der|dem|ich)( …)? (nutzung|anruf*|werbung|verwendung)( …)?",
    "keine (erlaubnis|einwilligung|genehmigung) mich anzurufen",
    "verbiete (ihnen|es ihnen|euch) (mich|hier) anzurufen",
    "(belastigen|storen|nerven) sie (mich|uns) (nicht mehr|nicht weiter|nie wieder|nie mehr)",
    "melden sie sich (nie wieder|nicht mehr|nie mehr) (bei (mir|uns))?",
    "melden sie sich (nie wieder|nie mehr|nicht mehr)",
    "kontaktieren sie (mich|uns) (nicht mehr|nie wieder|nie mehr)",
    "schluss mit (den|diesen|ihren) anrufen",
    "(sperren|blockieren) sie meine nummer",
    "robinsonliste"
  ],
  plain: [
    "(möchte|will|wünsche|hätte) (lieber |gern |bitte )?(gar )?keine (weiteren |solchen |werbe)?anrufe (bekommen|erhalten|mehr|kriegen)",
    "(sprechen|reden) sie (mich|mit mir|uns) nicht mehr( an)?",
    `(will|mochte|wunsche|wollen|mochten) (ich |wir )?(gar |auch |einfach )?nicht (mehr )?dass (sie|ihr|du|man|jemand|hier) ${mich}${some}${anrufen}`,
    `(rufen|ruf|ruft|rufts) (sie |ihr )?${bitte}${mich}${bitte}nicht ${mich}an`,
    `(bitte|gefalligst) keine (mehr )?${anrufe}`,
    `bitte ${mich}nicht ${mich}anrufen`,
    `(will|mochte|wunsche|wollen|mochten) (ich |wir )?${bitte}(von ihnen |von euch |hier )?nicht ${bitte}(von ihnen |von euch )?(angerufen|kontaktiert|belastigt|gestort) werden`,
    `(sie|ihr) ${mich}nicht (anrufen|kontaktieren|belastigen) (sollen|durfen|sollt|durft)`,
    `(sie|ihr) (sollen|sollt|durfen|durft) ${mich}${bitte}nicht ${anrufen}`,
    `(bitte|lieber|gebeten|bitten|wurden sie|konnten sie|konnen sie) (sie )?${bitte}${mich}nicht ${mich}${anrufen}`,
    `(belastigen|belastigt|kontaktieren|kontaktiert|nerven|nervt|nerv) (sie )?${bitte}${mich}nicht`,
    "(mochte|will|wurde) (ich )?(mich|uns) (gerne? |bitte )?(abmelden|austragen)( lassen)?"
  ],
  limits: [
    "seltener|weniger oft|nicht so oft|(ein|zwei)mal (im|pro|die|in)|(?<!(schluss|reicht|auf|aber|genug) )jetzt(?! (endlich |sofort |bitte |mal )?(hor*|auf|ist|reicht|schluss|lass*|genug|aber|endlich))|heute|morgen|vor|bis|wahrend|wenn|falls|solange|ehe|bevor|nach",
    "(so|zu) (spat|fruh|oft)|um diese (zeit|uhrzeit)|diese woche|am (wochenende|sonntag|samstag|montag|abend|vormittag|morgen)|(sonntags|abends|morgens|vormittags|nachmittags)",
    "(im|ins) (buro|geschaft)|(auf|bei) der arbeit|in der arbeit|sondern|(abends|nachts|mittags|sonntags|tagsuber|festnetz|newsletter|zeitung|kurs|mail*|e)",
    "ich (rufe|melde) (sie|mich)"
  ],
  span: {
    time: "diese woche|diesen monat|dieses jahr|(?<!(ab|von) )heute|bis (?!nie|dann|bald)*|vor (weihnachten|ostern)|im urlaub|(einen monat|eine woche|ein jahr)( lang)?",
    again: "(?<=(nicht|keine|keinen|kein|anrufe|anruf) )(mehr|wieder|noch ?mal|noch einmal)",
    within: 1
  },
  denials: [
    "^(also|dann) (rufen|ruft) (sie|ihr) … (nicht|nie) (mehr|wieder) an (oder|ja|richtig)$",
    "^(und |aber |ja |nein ){0,2}(warum|wieso|weshalb) (haben|hat|hattet|habt) … (nicht mehr|nie wieder|nie mehr) (angerufen|zuruckgerufen)$",
    "^(sie |ihr |du )?(mussen|brauchen|musst|braucht) (sie |mich |hier |da ){0,2}nicht … (anrufen|anzurufen) (ich|wir) (zahle|bezahle|uberweise|zahlen|uberweisen|begleiche)( (es|das|alles|heute|morgen|gleich|jetzt|sofort|noch|bald|ja|schon)){0,3}$",
    "^(nachste (woche|monat)|wenns) … … (mussen|brauchen|musst|braucht) (sie |ihr |du )?(mich |hier |da ){0,2}nicht … (anrufen|anzurufen)$",
    "^(nein |ja |aber )?ich melde mich nicht( …)?$",
    "^(nein |ja |aber |bitte ){0,2}(lassen|lass|lasst) (sie |ihr )?(mich|uns) (das |es |alles |erst |doch |bitte ){0,3}in ruhe (daruber |das |es |alles |erst |noch |mal |einmal |kurz ){0,3}(nachdenken|uberlegen|lesen|durchlesen|anschauen|ansehen|entscheiden|besprechen|prufen)$",
    "^(konnen |streichen |entfernen |nehmen |loschen |sie |bitte |mir ){0,5}(den|das|die|meinen|meine|mein) (ersten |zweiten |letzten |neuen )?(*termin*|artikel|rabatt|option|bestellung|produkt|posten|position|buchung) … (aus|von) (der|dem|ihrer|ihrem) (liste*|system*|kalender|datenbank)( (nehmen|streichen|loschen|entfernen))?$",
    "^(nein |aber |und |ja ){0,2}(die|der|er) (rufen|ruft) (mich |uns |hier |jetzt ){0,2}nicht mehr an$",

    "ich (nehme|nehm) (die|den|das) (nummer|telefon|horer|anruf) … nicht mehr",
    "(?<!(ihrer|ihrem|ihren|eurer|eurem) )(der|dem|meiner|meinem) (?!(dame|frau|herrn|kollegen|kollegin|mann|person|mitarbeiter|mitarbeiterin|letzten|anderen) )* (gesagt|gebeten|mitgeteilt) … … nicht mehr",
    "(?<!(ab|von) )heute (bitte |abend |hier |mich )?(nicht|keine)|(an|anrufen|mehr) heute",
    // A limit right before or behind "not", and another way to call.
    "(abends|nachts|mittags|sonntags|morgens|samstags|tagsuber|wochenende|buro|arbeit|mittag|abend|(dieser|diese|mittags) ?zeit|festnetz|spat|fruh|uhr|feiertag*|sonntag|samstag|nacht|fruhstuck|essen|urlaub|wahrend der arbeitszeit) (bitte |mehr )?(nicht|nie|keine)( …)",
    "(nicht|nie|keine anrufe|nicht mehr|nie wieder) (so|zu|abends|nachts|mittags|sonntags|morgens|samstags|tagsuber|am (abend|wochenende|sonntag|samstag|vormittag|nachmittag|montag)|im (buro|urlaub|geschaft|dienst)|auf (der arbeit|dem festnetz|festnetz)|bei der arbeit|in der (nacht|mittagspause|arbeit)|um diese|wahrend|nach (acht|neun|zehn|sieben|zwanzig|einundzwanzig)|vor|bis|mitten)( …)",
    "sondern|(rufen|ruf) (sie )?(mich )?(lieber|besser|stattdessen|mobil|auf dem|auf meinem|unter der anderen|morgen|spater|nachste|ubermorgen|gern*|ruhig|am)",
    "anruf* (verpass*|erhalten habe|bekommen habe)|(habe|haben|hab|bekomme|kriege|bekam) (ich )?(gestern |noch |bisher |seit )?keine* anruf*( …)?",
    "(wenn|falls) (sie|ihr) (mich |uns )?(nicht|nie) (anruf*|zuruckruf*|melde*)( …)?",
    "(sagen sie|sag|richten sie) (ihm|es ihm|ihr dass)( …)|er soll( …)",
    "(was|wie) (mache*|mach|muss|kann|soll|passiert|geschieht|ware)( …) wenn( …)( …)",
    "er (will|mochte|wunscht|wollte)( …)|ich (dann |also |jetzt )?(nicht mehr|nie wieder|nie mehr) (von ihnen )?angerufen werde",
    "warteliste|kundennummer|(in ruhe) (lesen|uberlegen|nachdenken|essen|anschauen|ansehen|durchlesen|entscheiden|reden|besprechen|ausschlafen|prufen|nachschauen)",
    "(heißt|heisst|bedeutet|meinen sie|soll das heißen|was passiert|was ist)( …)? (ich|dass|sie|wenn) ( …)(nicht|nie|keine)( …)",
    "(mein ex|meine ex|ex mann|ex frau|andere (bank|firma)|keiner|niemand|tochter|sohn|mann|frau|freund*|schule|arzt|opa|oma|kollege|kollegin|mutter|vater|bruder|schwester)( …)? (hort|ruft|belastigt|nervt|will|hat sich|hat mich)( …)",
    "(losch*|entfern*|streich*|sperr*|vergess*|blockier*) (sie )?(bitte |bloß )?(meine|diese|unsere) (nummer|telefonnummer|daten) (bitte |bloß )?nicht",
    "(rufen|ruf) sie (ruhig|gern*) (weiter|wieder)|nicht aufhoren sollen",
    "bis (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|nachste*|zum|ende)",
    "vor (montag|morgen|acht|neun|zehn|elf|zwolf|der)",
    "(horen|hor) (sie )?nicht auf",
    "(nicht|nie) gesagt",
    "(warum|wieso|weshalb)( …)? nicht( …)?",
    "(bruder|schwester|mann|frau|sohn|tochter|mutter|vater|nachbar*|chef|freund*|er|sie) (hat|haben) (ihnen |mir |euch )?(gesagt|gebeten)( …)?",
    "(er|sie) sagt*( …)?",
    "(bank|firma|leute) hort nicht auf( …)?",
    "(nachbar*|bruder|schwester|mutter|vater|frau|mann) (will|mochte|ruft)( …)?",
    "(ich|wir) (rufe*|kann|konnen|rufen|werde) (sie |mich |heute |ja |dort |da )?(sie |mich |heute |ja )?(nicht mehr|nie)( …)?",
    "sie (rufen|melden|haben) (mich |sich |ja |aber ){0,2}(nie|nicht mehr) (an|bei mir|angerufen|gemeldet)"
  ],
  alone: [
    "(stopp|stop|schluss|aufhoren|horen sie auf)( bitte| jetzt| damit| sofort)?( bitte| jetzt| damit| sofort)?",
    "es reicht"
  ],
  promises: [
    "(wir|ich) (rufen|rufe|werden|werde) (sie )?(hier )?(nicht mehr|nie wieder|nie mehr|nicht wieder|nicht noch einmal) (an|anrufen|kontaktieren|belastigen|storen)",
    "(rufen|rufe) (wir|ich) sie (nicht mehr|nie wieder|nie mehr|nicht wieder) an",
    "(werden|werde) (wir |ich )?sie (nicht mehr|nie wieder|nie mehr|nicht wieder) (anrufen|kontaktieren|belastigen|storen)",
    "(werden|bekommen|erhalten) (sie )?(nicht mehr|nie wieder|keine) (angerufen|anrufe mehr|weiteren anrufe*)",
    "(werden|bekommen|erhalten) (sie )?(von uns )?keine (weiteren )?anrufe( mehr)?( …)?",
    "(habe|haben|werde|werden) (ich |wir )?(ihre nummer|ihren namen|sie) (nun |jetzt )?(geloscht|entfernt|gestrichen|loschen|entfernen|streichen|aus unserer liste genommen)",
    "ihre (nummer|rufnummer|telefonnummer) (wurde|ist|wird) (nun |jetzt )?(geloscht|entfernt|gestrichen)"
  ]
})

// Dutch: what may stand between, "no more", whom or what another person calls, and "call" and its likes after "to", as
// "called", and in "that you call".
const graag =
  "((alstublieft|alsjeblieft|graag|nu|toch|maar|gewoon|eens|even|vanaf nu|voortaan|in de toekomst|in het vervolg|a u b|aub|ook|hier|onmiddellijk|direct|meteen|per direct|echt|dus|nou|zo|s v p|svp|gvd|allemaal|wel) ){0,3}"
const nietMeer =
  "(niet meer|nooit meer|nooit weer|niet weer|niet nog (een keer|eens|een)|niet opnieuw|niet langer|nooit of te nimmer|nooit en te nimmer|nooit nog|nimmer meer|noot meer|geen enkele keer meer|nooit van zijn leven|onder geen beding( meer)?|in geen geval( meer)?)"
const mij =
  "((mij|me|ons|hier|hierheen|hiernaartoe|naar (mij|ons|hier)|dit nummer|mijn nummer|op dit nummer|naar dit nummer|op mijn (mobiel|mobieltje|nummer|telefoon)|met mij|met ons|naar huis) ){0,2}"
const bellen =
  "(bellen|te bellen|bel|belt|gebeld|gebelt|opbellen|op te bellen|opbelt|opgebeld|terugbellen|contacteren|te contacteren|contacteert|gecontacteerd|benaderen|te benaderen|benadert|benaderd|lastigvallen|lastig te vallen|lastig vallen|lastigvalt|lastiggevallen|lastig gevallen|storen|te storen|stoort|gestoord|contact (op te nemen|opnemen|opneemt|te zoeken|zoekt)|contact met mij (opnemen|op te nemen|opneemt)|stalken|te stalken|telefoneren|te telefoneren)"
const gebel =
  "(telefoontje*|oproep|oproepen|belletje*|gebel|telefonische verkoop|telefonade|telefoonterreur|telefoons|verkooptelefoontjes|reclametelefoontjes|verkooppraatjes aan de telefoon|contact|reclame via de telefoon|gestalk|telefonische (reclame|oproepen|benadering))"
const mijnNummer =
  "((al mijn|mijn|dit|ons) (06 |mobiele )?(nummer|telefoonnummer|gsm nummer|mobiele nummer|telefoon|gegevens|naam|contactgegevens|persoonsgegevens|data|adres))"
const lijst =
  "(lijst|lijsten|bellijst|bellijsten|systeem|bestand|bestanden|database|administratie|adressenbestand|belbestand|klantenbestand|computer|register)"

const dutchWords: Words = {
  call: "bel|bellen|belt|gebeld|*bellen|telefoon*|*telefo*|contact*|benader*|opbel*|belletje*",
  again: "meer|nog een keer|nog eens|weer|nooit|opnieuw|ooit|als|verder|voortaan|doorga*|blijf*|steeds",
  record: [
    "alles wat … … (mij|ons)|alles (over|van) (mij|ons)",
    "(mijn|me|mij|ons|dit|deze|onze|al mijn) … (nummer|gegevens|naam|telefoonnummer|contact*|uit|van)",
    "(uit|van) (jullie|uw|het|de|die|dat|deze|je) (lijst*|bestand*|systeem|database|register)"
  ],
  remove: "haal*|verwijder*|schrap*|wis*|gooi*|gewist|verwijderd|streep*|halen|doe",
  stop: "(gek|knettergek|ziek|doodziek|gestoord|doodmoe|horendol|strontziek) (word* )?van|stop|stoppen|hou* … op|ophouden|kap*|genoeg|klaar|afgelopen|beeindig*|beëindig*|schei … uit|nok*",
  dontCall: "",
  dontTry: [
    "probeer … niet|niet … proberen|waag het niet|hoeft … niet (meer|nog)|heeft geen zin|doe geen moeite",
    "bespaar*"
  ],
  consent: "toestemming|goedkeuring|akkoord",
  withdraw: "intrek*|trek … in|ingetrokken|herroep*|annuleer*",
  forbidden: [
    "(geen|nooit|niet) (mijn |jullie |u |om |een ){0,3}(toestemming|recht|akkoord|toegestaan|gevraagd|mag|mogen)",
    "(mogen|mag) … (niet|nooit) (meer|ooit)|verbied*|bezwaar|zonder mijn toestemming|weiger",
    "sta … niet toe|wil niet|wens niet|mogen (mij|mij|ons|me) niet"
  ],
  harassment:
    "(dit|dat|het) (is|lijkt|grenst) … (stalking|stalken|intimidatie|lastigvallen|pesterij|pesten|treiteren|terror)",
  threat: [
    "politie|aangifte|advoca*|rechter|rechtbank|acm|klacht|autoriteit*|juridisch*|aanklagen|meldpunt",
    "consumentenbond"
  ],
  goOn: "als (jullie|u|dit|het|je) … (doorga*|niet stop*|blijf*|nog)|(niet|anders) … stop*",
  how: "hoe|wat moet ik|kan ik|waar kan ik|is er een manier",
  escape: "afmelden|stoppen|uitschrij*|vanaf|niet meer|geen|af|kwijt|voorkomen|blokkeren",
  last: [
    "(dit|dat|het) (was|is|moet|wordt) … laatste (keer|telefoontje|gesprek)",
    "laatste keer dat (jullie|u|je) … bel*"
  ],
  block: ["(ik )?(blokkeer|ga … blokkeren|heb … geblokkeerd) … (nummer|jullie|u|je)", "nummer (wordt|is) geblokkeerd"],
  optOut: [
    "(gebruik*|draai*) (dit|mijn) nummer (nooit|niet) meer|(dit|mijn) nummer (nooit|niet) meer (gebruiken|draaien)",
    "lijst van (mensen|personen|nummers) die niet *|(heb|hebben) … uw (collega|mensen|bedrijf) … … (niet|nooit) meer *",
    "(nooit|niets|niks) … (van|over) (jullie|u|je|uw bedrijf) … (horen|vernemen|weten)",
    "bel (me|mij) niet register|uitgeschreven worden|schrijf me uit|*afmelden … (telefoon*|belle*)",
    "recht op (vergetelheid|verwijdering)|avg|niet gebeld wil*|zoek (me|mij) niet (meer )?op",
    "(bezwaar|bezwaren) … gegevens|hoe vaak … niet … bellen|hoe vaak moet ik",
    "(laat|laten) … met rust"
  ],
  othersCall:
    "(bank|banken|bedrijf|bedrijven|kpn|ziggo|odido|broer|zus|man|vrouw|zoon|dochter|buur*|baas|andere|mensen|ze|zij|verzekering) … … (belt|bellen|valt|vallen|lastigvallen|stalkt)",
  whoSaid: "wie … (zegt|zei|beweert) … … (geen|niet)",
  others: [
    "bank|bedrijf|kpn|ziggo|broer|zus|man|vrouw|zoon|dochter|moeder|vader|mama|papa|buur*|baas|vriend*",
    "collega*|oma|opa"
  ],
  told: "(heb|heeft|had|hebben) … (gezegd|gevraagd)|zei|vroeg|zegt|valt",
  someday: "(als|wanneer|mocht) (ik|we) (ooit|een keer|het|eens)",
  willTell: "laat (ik )?(het )?(u |jullie )?(weten)|zeg ik|bel ik|meld ik",
  oldOne: "oude|vorige",
  newOne: "nieuwe|deze|dit|veranderd",
  refrain: "onthoud*|vermijd*|(hoeft|hoeven) (mij |me |ons )?(niet|nooit)|(zie|ziet) … af van",
  neitherNor: "(vandaag|nu) niet en *|niet vandaag en (ook )?niet *|noch (vandaag|nu) noch *",
  keep: "(haal|haalt|schrap|schrapt|verwijder|verwijdert) (me|mij|ons) (alstublieft |maar )?(niet|nog niet) (van|uit)",
  quote: "^(heeft|had) (er )?iemand( u)?",
  goOnPlease: [
    "wil niet dat … (stop*|ophoud*|verwijder*)|(trek|herroep) … (toestemming )?niet( in)?$|stop … niet",
    "zei niet|sinds … (geen|niet)",
    "waarom … gestopt"
  ]
}

export const dutch = netOf({
  words: dutchWords,
  ever: [
    "(val|ga) (maar )?iemand anders (maar )?lastig(vallen)?",

    "(verbied|verbieden|sta) … (mijn|dit|deze) (nummer|gegevens|telefoonnummer) … (gebruik*|bellen|bewaren)",
    "(mijn|dit) (nummer|naam) (moet|mag|kan) (er )?(nu |gewoon |echt |meteen |ook ){0,2}(uit|weg|eraf|verwijderd|gewist|vanaf)",
    "(hoeft|moet|hoef|mag|hoeven|moeten|mogen) (u|jullie|je|hier) (hier )?(nooit|niet) meer (naartoe |naar toe |heen )?(te )?bellen",
    `(?<!(ik|hij|zij|ze|wij|we|dochter|zoon|niemand) )(bel|belt|bellen) (u |jullie |je |gij |ge |gullie )?${graag}${mij}${graag}${nietMeer}( ${mij}op)?`,
    `${nietMeer} ${graag}${mij}${graag}(door u |door jullie |moeten |mogen |moet |mag |hoeft |hoeven |willen |wil |worden |word |wilt ){0,2}${bellen}`,
    `(contacteer|contacteert|benader|benadert|stoor|stoort|val|valt|stalk|stalkt|telefoneer|telefoneert) (u |jullie |je )?${graag}${mij}${graag}(${nietMeer}|nooit)`,
    `(neem|neemt|zoek|zoekt) (u |jullie |je )?${graag}(${nietMeer}|nooit|geen) ${graag}(meer )?contact (meer )?( …)`,
    `(?<!niet )(stop|stopt|stoppen|gestopt|hou|houd|houdt|schei|kap|kapt|kappen|ophouden|ophoudt|op te houden|ophoud|uitscheiden) (u |jullie |je |er )?${graag}(op |uit |mee )?${graag}(met|om) (dat |die |al dat |al die |deze |dit |jullie |uw |je |het |steeds |altijd |de hele tijd ){0,2}${mij}(steeds |altijd |telkens |constant |te )?(${bellen}|${gebel})`,
    `(wil|willen|wens|wensen|verlang|verzoek|vraag|eis) (ik |wij )?(ook |echt |absoluut |gewoon )?dat (u|jullie|je|dit|dat|het) ${graag}(${mij}${nietMeer}|(nu )?(ophoud*|stop*))( …)?`,
    `(wil|willen|wens|wensen|hoef|hoeven|verlang|accepteer|duld|zou) (ik |wij |we )?${graag}(absoluut |echt |helemaal |verder |van u |van jullie |liever ){0,2}(geen|nooit meer) (enkele |verdere |van die |van jullie |van uw |dit soort |zulke |meer |nieuwe |ander ){0,2}${gebel}`,
    `(wil|willen|wens|hoef|hoeven) (ik |we )?(deze|die|dit|uw|jullie) (soort )?${gebel} niet( meer)?`,
    `(wil|willen|wens|wensen) (ik |we )?${graag}(door u |door jullie |absoluut |echt ){0,2}${nietMeer}( …) ${bellen}`,
    `geen (enkele |verdere |van die )?${gebel} meer`,
    `(wil|willen|wens|wensen) (ik |we )?${graag}niet (meer |langer )?dat (u|jullie|je|iemand|er|uw bedrijf|jullie bedrijf) ${graag}${mij}(nog |ooit |nogmaals |weer |nog eens |nog langer |steeds |blijft |blijven ){0,2}${mij}${bellen}`,
    `(liever|prettig|fijn|op prijs|prijs)( …) ${nietMeer} ${mij}${bellen}`,
    `liever (geen|niet) (meer )?${gebel}( meer)?`,
    `(haal|haalt|halen|verwijder|verwijdert|verwijderen|schrap|schrapt|schrappen|wis|wist|wissen|streep|strepen|gooi|gooien|blokkeer|blokkeren|vergeet|vergeten|verlies|delete|deleten|deleet|vernietig|verscheur|zet) (u |jullie |je )?${graag}${mijnNummer}( …)?( (van|uit|weg|af))?`,
    `${mijnNummer} ${graag}${some}(verwijderen|wissen|schrappen|weghalen|vergeten|deleten|verwijdert|verwijderd|gewist|geschrapt|wist|blokkeren|halen|weggooien|te verwijderen|te wissen|te schrappen)( …)?`,
    `(haal|haalt|halen|verwijder|verwijdert|schrap|schrapt|streep|wis|zet|schrijf|gooi) (u |jullie |je )?${graag}(mij|me|ons) ${graag}(van|uit|af van|van al)( …) ${lijst}( af)?`,
    `(mij|me|ons) ${graag}(van|uit) (de|die|het|uw|jullie|je|deze|dat|alle|al uw|al jullie) ${lijst} (af )?(halen|verwijderen|schrappen|strepen|wissen|te halen|haalt|halen|verwijdert|gooien)`,
    `(wil|willen|wens|zou|moet) ${graag}(van|uit) (de|die|het|uw|jullie|je|deze|dat) ${lijst}( af| uit| verwijderd| gehaald| geschrapt)( worden)?`,
    `(zet|plaats) (u )?(mij|me|ons|mijn nummer|dit nummer) ${graag}(op|in) (de|een|uw|jullie) (zwarte lijst|blacklist|bel me niet|niet bellen lijst|blokkeerlijst|blokkadelijst)( …)?`,
    "(laat|laten) (u |jullie )?((mij|me|ons|nu|alsjeblieft|alstublieft|toch|eens|nou|eindelijk|gewoon|verdomme|in godsnaam|aub) ){1,4}(met rust|gerust)|met rust gelaten worden",
    `(val|valt) (u |jullie )?(mij|me|ons|mensen|een ander|iemand anders) ${graag}(niet (meer |langer |steeds )?|nooit (meer )?)?lastig`,
    "(trek|trekken|herroep|herroepen) (ik |wij )?(hierbij |bij dezen |per direct |nu )?(mijn|onze|alle|elke|de|iedere) (eerdere |eerder gegeven )?(toestemming|permissie|akkoord)( …)?",
    `(geen|nooit|niet) (mijn |meer )?(toestemming|permissie)( …)? (${bellen}|gegeven|geven|meer)`,
    "(toestemming)( …) (intrekken|ingetrokken|in te trekken|intrek)",
    `(maak|maken|teken|tekenen) (ik |hierbij |ik hierbij |bij dezen |formeel )?bezwaar( …)? (${gebel}|${bellen}|gebruik|verwerking|telefonische)`,
    `(verbied|verbieden|verboden) (ik |u |jullie |je |het |hierbij |ten strengste |uw bedrijf ){0,3}(om |nog |ooit ){0,2}${mij}(nog |ooit ){0,2}${bellen}`,
    `(u|jullie|je) (mag|mogen|moet|moeten|hoeft|hoeven|kan|kunt) ${graag}${mij}${graag}${nietMeer} ${mij}${bellen}`,
    `(geen recht|niet het recht) (om )?${mij}(te )?${bellen}`,
    `(dit|dat) (is|was|moet) (hopelijk )?de laatste keer (zijn |geweest )?(dat )?(u|jullie|je)? ?${mij}(hier )?${bellen}`,
    `(genoeg van|zat|beu|moe|strontzat|ziek van|klaar met) (al )?(die|dat|deze|uw|jullie|de|het)?( eeuwige| constante| vele)? ?${gebel}( …)?|(ben|zijn) (ik )?(het|die|dat|deze|uw|jullie|al die|al dat) (eeuwige )?${gebel}( …) (zat|beu|moe)`,
    `(wil|wens|zou|kan|mag) (ik )?(mij|me|ons) (graag |hierbij |per direct |ook )?((van|voor|uit)( …) (${gebel}|${lijst}) )?(afmelden|uitschrijven|uit te schrijven|af te melden)( (van|voor|uit)( …) (${gebel}|${lijst}))`,
    "(wil|wens|graag) (uitgeschreven|afgemeld|verwijderd|geschrapt) worden|(meld|schrijf|schrijft) (u )?(mij|me|ons) (alstublieft |alsjeblieft |nu |maar |graag )?(af|uit)",
    // Threats that a further call has consequences.
    "(als|indien|nog een|nog eens|volgende keer|wanneer|bij|anders)( …)( …) (bel|belt|bellen|gebeld|telefoontje*|keer|doorgaat|doorgaan|stopt|stoppen|ophoudt|lastigvalt|lastig|opbelt|oproep)( …)( …) (politie|aangifte|advocaat|klacht|rechter|acm|aanklacht|aanklagen|melding|juridisch*|consumentenbond|ombudsman)( …)?",
    "(politie|aangifte|advocaat|klacht|rechter|acm|aanklacht|aanklagen|melding|juridisch*|consumentenbond|ombudsman)( …) (als|indien|wanneer) (u|jullie|je|dit|dat|het|ik)( …)( …) (bel|belt|bellen|gebeld|telefoontje*|doorgaat|doorgaan|stopt|stoppen|ophoudt|lastigvalt|opbelt|gebel)( …)?",

    "(niets|niks|nooit (meer )?iets) meer (van|met) (jullie|u|je)( …) (horen|vernemen|maken hebben)",
    "(verbied|verbieden) (u|jullie|je) (om )?(mij|me|ons) te bellen",
    "(gooi|doe) (mijn|dit) nummer weg",

    "(haal|haalt|verwijder|schrap) (mij|me|ons) (alstublieft |alsjeblieft )?(van|uit) (de|het|uw|jullie|je) (lijst|bellijst|systeem|bestand|database)",
    "(ophouden|stoppen) met (mij |me |ons )?(te )?bellen",
    "wil (van de|van die|van jullie|van uw) (lijst|bellijst) af",
    "geen zin in (deze|die|jullie|uw) telefoontjes",
    "vergeet (mijn|dit) nummer",
    "(bel|belt|bellen) (u |jullie |je )?(me|mij|ons|dit nummer|hier) (alstublieft |alsjeblieft )?(niet meer|nooit meer|nooit weer|niet weer|nooit)",
    "(me|mij|ons|hier) (alstublieft |alsjeblieft )?(niet meer|nooit meer|nooit weer|niet nog eens) (te )?(bellen|bel|belt|contacteren)",
    "(niet meer|nooit meer) (te )?bellen",
    "(niet meer|nooit meer) (moet|mag|hoeft|mogen|moeten) (te )?bellen",
    "(niet meer|nooit meer) gebeld (te )?word*",
    "(stop|stopt|stoppen) (alstublieft |nu )?met (mij |me |ons )?(te |dat )?(bellen|lastigvallen|lastig vallen|storen)",
    "(houd|hou|houdt) (u )?(alstublieft |eens )?op met (mij |me |ons )?(te )?(bellen|lastigvallen|lastig vallen|storen)",
    "(wil|willen|wens) geen (enkele )?(telefoontjes|telefoon|oproepen|belletjes)( meer)?( …)?",
    "geen (telefoontjes|oproepen|belletjes) meer",
    "(wil|willen) niet dat (jullie|u|je) (mij|me|ons) (nog |nog eens |ooit nog )?(bellen|belt)",
    "(haal|haalt|schrap|schrapt|verwijder|verwijdert|wis|streep) (u )?(mij|me|ons|mijn nummer|mijn naam|mijn gegevens) (van|uit) … (lijst|bellijst|systeem|bestand|database)",
    "(haal|schrap|verwijder|wis) (mij|me|ons|mijn nummer|mijn naam|mijn gegevens) (van|uit) (de|het|uw|jullie|je) (lijst|bellijst|systeem|bestand|database)",
    "(verwijder|verwijdert|wis|wist|blokkeer|schrap) (alstublieft )?mijn (nummer|telefoonnummer|gegevens|naam)",
    "laat (mij|me|ons) (nu |alsjeblieft |alstublieft |toch )?(nu |alsjeblieft |alstublieft |toch )?met rust",
    "(val|valt) (mij|me|ons) niet (meer|langer) lastig",
    "bel me niet register",
    "(trek|trekken) (hierbij )?(mijn|onze) toestemming( …)? in",
    "trek mijn toestemming in",
    "(geen|niet de) toestemming om (mij|me) te bellen",
    "(neem|neemt) (u )?(nooit meer|geen|niet meer) (contact )?(meer )?(met mij )?(contact )?op( met mij)?",
    "neem geen contact meer( …)? op",
    "schrijf (mij|me) uit"
  ],
  plain: [
    `(?<!(ik|hij|zij|ze|wij|we) )(bel|belt) (u |jullie |je )?${graag}(me|mij|ons|hier|dit nummer|naar dit nummer|op dit nummer) ${graag}niet( meer| op)?`,
    `(contacteer|contacteert|benader|benadert|stoor|stoort) (u )?(me|mij|ons) ${graag}niet`,
    `(u|jullie|je) (mag|mogen|moet|moeten|hoeft|hoeven) ${graag}${mij}${graag}niet ${graag}${mij}${bellen}`,
    `(wil|wens|willen) ${graag}niet (door u |door jullie )?(gebeld|benaderd|lastiggevallen|gecontacteerd) worden`,
    `(graag|gelieve|verzoek|vraag|liever|wilt u|wil je|willen jullie|zou u|kunt u) (u |jullie |om )?${graag}(${mij})(niet|nooit) ${graag}${mij}${bellen}`,
    "(wil|wens|zou) (ik )?(mij|me) (graag |hierbij )?(afmelden|uitschrijven)"
  ],
  limits: [
    "minder (vaak|bellen)|(een|1|twee) keer per *",
    "nu|vandaag|vanavond|vanmiddag|morgen|voor|tot|als|wanneer|terwijl|totdat|zolang|na",
    "(zo|te) (laat|vroeg|vaak)|(op|in het) (zondag|zaterdag|maandag|weekend)|'s (avonds|morgens)",
    "(op|naar) (kantoor|het werk|mijn werk)|deze week|(s avonds|s nachts|s ochtends|s middags|overdag)|nieuwsbrief|krant|abonnement|cursus|mail*|club|sportschool",
    "ik (bel|neem)|in de (avond|ochtend|middag)|de vaste lijn|thuis"
  ],
  denials: [
    "^(nee |maar |en ){0,2}(ze|zij|hij|die) (bellen|belt) (me|mij|ons|hier) niet meer$",

    // A limit right before or behind the verb, and another way to call.
    "(niet|nooit|niet meer|nooit meer|geen telefoontjes|niet bellen|bellen|belt) (meer )?(voor|na|tot|tijdens|zo|op (zondag*|zaterdag*|het werk|kantoor|mijn werk|de vaste|maandag)|in het weekend|in de (avond|ochtend|nacht|middag|vakantie)|onder het eten|s (avonds|nachts|ochtends|middags)|rond|om deze tijd|terwijl|overdag|vandaag|vanavond|vanmiddag|morgen|deze (week|maand))( …)?",
    "(vandaag|vanavond|vanmiddag|morgen|morgenochtend|s avonds|s nachts|s ochtends|op zondag|in het weekend|op het werk|op mijn werk|tijdens het eten|deze week|overdag|zo (laat|vroeg)|in de (avond|ochtend)) (graag |maar |alstublieft )?(niet|nooit|geen)( …)",
    "(maar|bel me|bel mij|belt u|belt u mij|bel|belt u me) (liever |dan |beter |wel )?(thuis|mobiel|op mijn|op de|op het andere|morgen|later|volgende week|een andere)|maar (wel )?(mobiel|thuis|op)",
    "(wat|hoe) (moet|kan|doe|gebeurt|zou)( …)( …) als( …)",
    "zeg (hem|haar|het hem|tegen hem)( …)",
    "als (u|jullie|je) (mij |me |ons )?niet (bel*|terugbel*)( …)?|dus (u|jullie|je) (belt|bellen)( …)?",
    "(vrouw|man|moeder|vader|dochter|zoon|buurvrouw|buurman|hij|zij) (wil|wilt|wenst|wou|belt)( …)?",
    "wachtlijst|klantnummer|telefoontje missen|oproepen? (missen|gemist)|met rust (nadenken|lezen)",
    "(bedoelt u|bedoel je|betekent dit|betekent dat|wil dat zeggen|dus|wat gebeurt er)( …)? (dat|als|ik)( …) (niet|nooit|geen)( …)",
    "(mijn ex|ex|niemand|collega|dokter|school|vriend*|andere (bank|bedrijf)|opa|oma|broer|zus)( …)? (belt|bellen|blijft|stopt|heeft|hield)( …)",
    "(verwijder|wis|schrap|blokkeer|vergeet) (mijn|dit|mij) (nummer |naam |gegevens )?(alstublieft )?(niet|nog niet)",
    "(met rust|gerust) (een|vijf|tien|twee) (momentje|minuten|minuutje|seconde|moment)|u mag (mij |me )?(gerust|altijd|best)",
    "(voor|tot) (maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|morgen|volgende|acht|negen|tien)",
    "(stop|hou|houd) niet (met|op)",
    "(niet|nooit) gezegd",
    "waarom( …)?",
    "(broer|zus|man|vrouw|zoon|dochter|moeder|vader|buur*|baas|vriend*|hij|ze|zij) (heeft |had |zei |zegt |wil |wilt |vroeg )( …)?",
    "(broer|zus|zoon|dochter|moeder|vader|buur*|hij|bank) (heeft|zei|zegt|wil|belt|stopt)( …)?",
    "(ik|we) (kan|kunnen|bel|bellen) (u |je |vandaag |nu |dan |hem |haar |daar |hier ){0,2}(niet|nooit)( …)?"
  ],
  alone: [
    "(stop|ophouden|hou op|houd op)( nu| alstublieft| alsjeblieft| ermee)?( nu| alstublieft| alsjeblieft| ermee)?",
    "schrijf mij uit"
  ],
  promises: [
    "(zullen|zal|gaan) (u|je|jou) (niet meer|nooit meer|niet opnieuw|niet weer) (meer )?(bellen|contacteren|lastigvallen|storen)",
    "(wij|we|ik) (bellen|bel) (u|je) (niet meer|nooit meer)",
    "(u|je) (wordt|zult|zal) (niet meer|nooit meer|geen) (gebeld|gebeld worden|telefoontjes meer)( …)?",
    "(heb|hebben|zal|zullen) (uw|je) (nummer|naam) (verwijderd|verwijderen|gewist|geschrapt|van de lijst gehaald)",
    "uw (nummer|naam) (is|wordt) (verwijderd|gewist|geschrapt)"
  ]
})
