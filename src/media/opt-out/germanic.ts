import { netOf } from "./phrases.ts"

export const german = netOf({
  ever: [
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
  plain: ["rufen sie (mich|uns|hier|bei mir) (bitte )?nicht an", "ruf mich nicht an", "bitte nicht anrufen"],
  limits: [
    "jetzt|heute|morgen|vor|bis|wahrend|wenn|falls|solange|ehe|bevor|nach",
    "(so|zu) (spat|fruh|oft)|um diese (zeit|uhrzeit)|diese woche|am (wochenende|sonntag|samstag|montag|abend|vormittag|morgen)|(sonntags|abends|morgens)",
    "(im|ins) (buro|geschaft)|(auf|bei) der arbeit|in der arbeit"
  ],
  denials: [
    "heute( abend)?",
    "bis (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|nachste*|zum|ende)",
    "vor (montag|morgen|acht|neun|zehn|elf|zwolf|der)",
    "(horen|hor) (sie )?nicht auf",
    "(nicht|nie) gesagt",
    "(warum|wieso|weshalb)( …)? nicht( …)?",
    "(bruder|schwester|mann|frau|sohn|tochter|mutter|vater|nachbar*|chef|freund*|er|sie) (hat|haben) (ihnen |mir |euch )?(gesagt|gebeten)( …)?",
    "(er|sie) sagt*( …)?",
    "(bank|firma|leute) hort nicht auf( …)?",
    "(nachbar*|bruder|schwester|mutter|vater|frau|mann) (will|mochte|ruft)( …)?",
    "(ich|wir|sie) (rufe*|kann|konnen|rufen) (sie |mich |heute |ja )?(sie |mich |heute |ja )?(nicht mehr|nie)( …)?"
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

export const dutch = netOf({
  ever: [
    "niets meer van (jullie|u|je) horen",
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
    "(wil|wens) (mij|me) (af|uit)(melden|schrijven)",
    "schrijf (mij|me) uit"
  ],
  plain: ["bel (me|mij|ons) niet( meer)?"],
  limits: [
    "nu|vandaag|vanavond|vanmiddag|morgen|voor|tot|als|wanneer|terwijl|totdat|zolang|na",
    "(zo|te) (laat|vroeg|vaak)|(op|in het) (zondag|zaterdag|maandag|weekend)|'s (avonds|morgens)",
    "(op|naar) (kantoor|het werk|mijn werk)|deze week"
  ],
  denials: [
    "(voor|tot) (maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|morgen|volgende|acht|negen|tien)",
    "(stop|hou|houd) niet (met|op)",
    "(niet|nooit) gezegd",
    "waarom( …)?",
    "(broer|zus|man|vrouw|zoon|dochter|moeder|vader|buur*|baas|vriend*|hij|ze|zij) (heeft |had |zei |zegt |wil |wilt |vroeg )( …)?",
    "(broer|zus|zoon|dochter|moeder|vader|buur*|hij|bank) (heeft|zei|zegt|wil|belt|stopt)( …)?",
    "(ik|we) (kan|kunnen|bel)( …)?"
  ],
  alone: [
    "(stop|ophouden|genoeg|hou op|houd op)( nu| alstublieft| alsjeblieft| ermee)?( nu| alstublieft| alsjeblieft| ermee)?",
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
