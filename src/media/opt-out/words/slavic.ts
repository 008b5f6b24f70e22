import type { Words } from "../grammar.ts"
import { netOf } from "../phrases.ts"

// Ways of calling and bothering, as orders and infinitives, and in the past tense, which follows "żeby" and "чтобы".
const polishCall =
  "(dzwon|dzwoncie|dzwonic|dzwoni|dzwonia|dzwonimy|telefonuj|telefonujcie|telefonowac|wydzwaniac|wydzwaniaj|wydzwaniajcie|przedzwaniac|nekac|nekaj|nekajcie|niepokoic|niepokoj|niepokojcie|nachodzic|meczyc|meczcie|przesladowac|zaczepiac|zaczepiajcie|kontaktowac|kontaktuj|kontaktujcie|przeszkadzac|przeszkadzajcie|napastowac|zadreczac|molestowac|(zawracac|zawracaj|zawracajcie) … (glowy|gitary|dupy))"
const polishCalled =
  "(dzwonil*|telefonowal*|wydzwanial*|kontaktowal*|niepokoil*|nekal*|meczyl*|przeszkadzal*|zawracal*|zadzwonil*|przesladowal*)"
const polishThreat =
  "(policj*|prokuratur*|sad|sadu|sadem|prawnik*|adwokat*|pozew|pozwe|uodo|uokik|uke|rodo|zglasz*|zglosz*|skarg*|nekanie)"
const russianCall =
  "(звони|звоните|звонить|названивай|названивайте|названивать|набирай|набирайте|набирать|беспокой|беспокойте|беспокоить|тревожь|тревожьте|тревожить|донимай*|донимать|доставай*|доставать|дергай*|дергать|трезвонь*|трезвонить|приставай*|приставать|связывайтесь|связываться|контактируйте|надоедай*|надоедать|преследовать|терроризир*|домогаться|дозваниваться|обзванивать)"
const russianThreat =
  "(полици*|суд|суда|судом|прокуратур*|роскомнадзор*|жалоб*|жаловаться|пожалуюсь|юрист*|адвокат*|заявлени*|фас|роспотребнадзор*|заблокирую)"

const polishWords: Words = {
  call: "*dzwon*|*dzwan*|telefon*|kontakt*|polaczen*|rozmow*",
  again: "wiecej|jeszcze raz|jeszcze|ponownie|znowu|znow|dalej|nigdy|jak|jesli|jezeli|nie przestan*",
  record: [
    "wszystk* co … … mnie|(mnie|nas) … z (waszego|waszych|swojej|swojego|panstwa) (listy|bazy|systemu|rejestru|spisu)",
    "(mnie|nas|moj|moje|moich|mojego|moim|nasz|nasze|naszego|ten|tego) … (numer*|telefon*|dan*|nazwisk*|kontakt*|z (listy|bazy|systemu|list|baz|rejestru|spisu))",
    "moje dane|moich danych|(numer*|telefon*|dan*|nazwisk*) … z (waszego|waszej|waszych|panstwa) *",
    "(mnie|nas) … z (waszej |panstwa |tej |tego )?(listy|bazy|systemu|list|baz|rejestru|spisu)"
  ],
  remove:
    "usun*|usuni*|wykreslen*|skasowan*|wykresl*|skasuj*|skasow*|wykasow*|wymaz*|wypis*|skresl*|wyrzuc*|wyrejestr*",
  stop: [
    "zakoncz*(?! (te |ta |nasza )?rozmowe)",
    "przestan*|przestac|skoncz|skonczcie|skonczyc|zaprzest*|(dosc|dosyc)(?! (dlugo|czesto|rzadko|dobrze|slabo|glosno|cicho|pozno|wczesnie|duzo|malo|szybko))|koniec|stop|basta|przerwijcie",
    "daruj*|zaniecha*"
  ],
  dontCall: "",
  dontTry: [
    "nie (wazy|wazcie|waz|smie|smiej|smiejcie)",
    "nie (prob*|trud*|fatyg*|wysilaj*|sil sie|silcie)|niech … sie nie (trudzi|fatyguje|wysila)",
    "nie ma sensu"
  ],
  consent: "zgod*|pozwoleni*|upowaznieni*",
  withdraw: "cofam|cofnac|wycofuj*|wycofac|odwoluj*|odwolac|uniewazniam|anuluje",
  forbidden: [
    "nie wolno|nie (macie|ma|maja) … (prawa|zgody|pozwolenia)",
    "nigdy nie (wyrazal*|dawal*|udziel*|zgadz*|zgodzil*)",
    "nie (wyrazam|wyrazal*|udzielal*|udzielil*|dawal*|dal*) … (zgody|pozwolenia)|nie zgadzam sie",
    "nie zgodzil* sie|zakazuj*|zabraniam|zabraniamy|sprzeciwiam|sprzeciw|bez mojej zgody|odmawiam",
    "nie zamierzam|nie upowazni*"
  ],
  harassment: [
    "to (jest |juz jest |juz )?(nekanie|stalking|molestowanie|zwykle nekanie)",
    "(podam|pozwe) (was|pana|pania|panstwa) do sadu",
    "(pan|pani|panstwo|wy|pan tu) mnie (neka*|przesladuj*|drecz*|molestuj*)",
    "(nekacie|przesladujecie|dreczycie|molestujecie) mnie"
  ],
  threat: [
    "policj*|prokurat*|sad*|prawnik*|adwokat*|pozew|pozwe|uodo|uokik|uke|rodo",
    "(z|za)?glosz* (was|to|sprawe|pana|pania|panstwa)|skarg*|rzecznik*|urzed*"
  ],
  goOn: "(jesli|jezeli|jak|o ile) … nie (przestan*|skoncz*)|(jesli|jezeli|jak) … (bedziecie|dalej)",
  how: "jak|w jaki sposob|czy (moge|mozna)|co (mam )?(zrobic|musze)|gdzie moge",
  escape: [
    "przesta*",
    "wypis*|zrezygn*|nie (dostawac|otrzymywac|odbierac)|pozbyc|zakonczyc|przerwac|wylaczyc|zatrzymac",
    "powstrzymac|zeby … nie"
  ],
  last: [
    "(to|niech to) … (byl|bedzie|jest|byla|byl ostatni) … ostatni* (raz|telefon|polaczenie|rozmowa)",
    "(to|niech to) (ma|musi|powinien) byc (wasz |ten )?ostatni* (raz|telefon|polaczenie|rozmowa)",
    "ostatni raz … (dzwonicie|dzwonisz|dzwoni (pan|pani|panstwo)|telefonuj*)"
  ],
  block: "(blokuje|zablokuje|zablokowal*m|dodaje) … (was|was|numer|pana|pania|panstwa|do blokowanych)",
  optOut: [
    "lisc* robinson*|nie chc* … … (slyszec|zadnych … telefon*)|(przestan*|nie) (mi |nam )?zawraca* (mi |nam )?glow*",
    "nie (wybiera*|uzywa*) (juz |wiecej )?(tego|mojego) numeru|(tego|mojego) numeru … … nie (uzywa*|wybiera*)",
    "list* (osob |numerow |ludzi |tych )(do ktorych |ktorzy |ktore |z )?(sie )?(nie|zastrzez*)|(^|prosze )(skresl*|wykresl*|wypisz*|usun*) (mnie|nas)$",
    "list* (robinson*|osob ktore nie chca)|nie chca telefonow|wypisz* mnie|(z rodo|rodo) … usun*",
    "(rezygnacj*|rezygnuje) z (kontaktu|telefonow|dalszych|polaczen)",
    "(numer|dane|nazwisko) … (zniknal|zniknelo|znikly|zniknely) z",
    "nie (mam|mamy) ochoty … rozmawiac … nigdy|nastepnym razem … (zglaszam|zglosze|policj*|sad)",
    "ostatni raz … odbieram",
    "(niech|ma|maja|musi|musza) … (numer*|dane|nazwisko) … (zniknac|zniknie|znikna)"
  ],
  whoSaid: "(kto|skad) … (powiedzial*|mowi*|wie*|pomysl*) … … (nie|telefon*)|a jesli nie (bede|bedziemy) chcial*",
  others: [
    "byly|bylego|bylemu|byla|bylej|ex|eks*|chlopak*|dziewczyn*|bank*|firm*|operator*|maz|zona|syn|corka|brat|siostra|mama|tata|ojciec|matka|sasiad*|kolega",
    "kolezanka|szef|tamt*|oni"
  ],
  told: "powiedzial*|prosil*|mowil*|kazal*|poprosil*",
  othersCall:
    "(bank*|firm*|operator*|oni|on|ona|tamt*|siec|telemarketer*|ktos|energetyka|gazownia|inni|inna|brat|siostra|maz|zona|syn|corka|sasiad*|tesciow*|byly|byla) … … (dzwoni|dzwonia|wydzwania|wydzwaniaja|neka|nekaja|telefonuje|telefonuja|przesladuje|przesladuja|meczy|mecza|zawraca|zawracaja)",
  someday: "(jesli|jezeli|gdy|jak|kiedy) (kiedys|kiedykolwiek|juz|nie|bede|bym)",
  willTell: "(dam|damy) (wam |panu |pani |panstwu )?znac|powiem|powiadomie|zadzwonie|poinformuje|odezwe",
  oldOne: "star*|poprzedni*|dawn*",
  newOne: "now*|zmienil*|ten|inn*",
  past: "wczoraj|wczorajszy|przedwczoraj|w zeszlym tygodniu",
  refrain:
    "zaprzest*|powstrzym*|zaniech*|unika*|daruj*|nie (ma potrzeby|trzeba|potrzeba|musicie|musi|potrzebuje)( pan| pani| panstwo)?( juz| wiecej)",
  keep: "(mnie|nas|numeru) (prosze )?nie (skresl*|wykresl*|usuw*|wypis*|kasow*)|nie (skreslac|skreslaj*) (mnie|nas)",
  quote: [
    "(jak|jesli|jezeli) (ja )?powiem (wam )?nie|rodzina|znajomi",
    "^(czy )?ktos (was |pana |pania )?(prosil|mowil|powiedzial|chcial)",
    "(powiedzial|powiedziala|powiedzieli|krzyknal|krzyczal|mowi|mowia) (ze |zeby |mi )?(prosze )?(wiecej |juz )?nie",
    "nigdy (wczesniej|przedtem|dotad|jeszcze) … … nie|(rozlaczyl|rozlaczyla|rozlaczyli)( sie)?$|sie (rozlaczyl|rozlaczyla)",
    "(to )?nie tak ze|niektorzy"
  ],
  neitherNor: "ani (dzis|dzisiaj|teraz|jutro) ani *",
  often: "(dwa|trzy|cztery|piec|szesc|dziesiec|sto) razy|codziennie|caly tydzien|po raz (trzeci|czwarty|kolejny)",
  stillCall: "(dalej|nadal|wciaz|ciagle) (do mnie )?(dzwonicie|dzwoni|wydzwania*|telefonuj*)",
  goOnPlease: [
    "nie (chce|chcial*|chcemy) … (zeby|zebyscie|abyscie|aby) … przestal*|nie (cofam|wycofuje|odwoluje)",
    "(na ten numer|na komorke|do pracy) tylko|tylko (na|pod|do)|nie rezygnowac",
    "(dlaczego|czemu) … (przestal*|skonczyl*)"
  ]
}

export const polish = netOf({
  words: polishWords,
  ever: [
    "to (jest )?(mój )?(telefon|numer) (służbowy|firmowy|do pracy|z pracy|w pracy) (proszę )?(tu |tutaj |więcej |na niego )?(nie dzwonić|nie dzwoń|nie dzwońcie)",
    "o (niewykonywanie|zaniechanie|niepodejmowanie|nietelefonowanie|niewykonywania) … (telefonow|polaczen|kontaktu|rozmow|prob)",
    "nie (chce|zycze sobie|zgadzam sie) (juz )?(byc|figurowac|widniec) (na|w) (waszej|waszym|tej|panstwa|zadnej) (liscie|bazie|systemie|spisie)",
    "ani jednego (telefonu|polaczenia|kontaktu)( wiecej| juz| z waszej strony)?$",
    "(numer|telefon) … (ma|powinien|musi) (byc|zostac) (usuniety|wykreslony|skasowany|pominiety|pomijany|zablokowany)",
    "niech (mnie|nas) (pan |pani |panstwo |ktos )?(stad |stamtad )?(wykresli|wykresla|wypisze|wypisza|skresli|skresla)",
    "(prosze |panstwo )?o (mnie|nas) (prosze )?(zapomniec|zapomnijcie|zapomnij)( …)?",
    "(prosze|prosilbym|prosilabym|chce) (usunac|skasowac|wykreslic|wymazac|wykasowac) numer( telefonu)?",
    "(nie zgadzam sie|nie zgadzamy sie|nie pozwalam|nie zezwalam) … (telefonowanie|wydzwanianie|nekanie|kontaktowanie|rozmowy telefoniczne)",
    "(to jest |to |to juz )(nekanie|stalking|molestowanie)( …)? (przestan|przestancie|przestac|dosc)( …)?",
    "(odczep|odwal|odpierdol|odczepcie|odwalcie) (sie )?( …)?|sie (odczep|odwal|odczepcie|odwalcie)( …)?",
    "nie chce (miec )?z wami nic wspolnego",
    `(prosze|macie|masz) (natychmiast |juz |wreszcie |w koncu )?(przestac|przestan) … ${polishCall}( …)?`,

    "(skoncz|skonczcie|skonczyc|przestan|przestancie|przestac|koniec|dosyc|dosc|spokoj|zaprzestanie|niech skonczy) … z … (dzwonieni*|telefonami|telefonem|nekaniem|wydzwaniani*|polaczeniami)( …)?",
    "(dosyc|dosc) (mam )?(juz )?(tego |waszego |tych |waszych |panstwa |ciaglego )+(dzwonienia|wydzwaniania|nekania|telefonow|polaczen)",
    "(zabraniam|zabraniamy|zakazuje|zakazujemy|nie pozwalam|nie zezwalam|nie zycze sobie) … (dzwon*|kontaktow*|telefon*|kontaktu|wydzwaniac|wydzwaniania|polaczen|nekania|niepokojenia)( …)?",
    "nie (chce|chcemy|zycze sobie) (juz |byc |wiecej |nigdy |przez was |przez panstwa ){1,4}(niepokojon*|nekan*|nagabywan*|nachodzon*|zaczepian*)( …)?",
    "nie (chce|chcemy|mam zamiaru|zamierzam|bede) (juz |wiecej )?(odbierac|dostawac|otrzymywac|slyszec) … (telefonow|polaczen|od was|was|waszych)( …)?",
    "(zrezygnowac|wycofac|wypisac sie) … (telefonow|polaczen|kontaktu|listy|bazy|zgode)( …)?",
    "(zgode|zgody|zgoda) … (cofam|wycofuje|odwoluje|cofnac|wycofac)|(cofnac|wycofac|odwolac) … (zgode|zgody)( …)?",
    "(moj|ten|nasz) (numer|telefon) … (usunac|wykreslic|skasowac|wykasowac|wymazac|wyrzucic|zapomniec|zablokowac)( …)?",
    "(numer|numeru) (prosze )?(usunac|wykreslic|skasowac|wykasowac|wymazac|usuncie|skasujcie) z … (list*|baz*|systemu)",
    "(usun|usuncie|usunac|skasuj|skasujcie|skasowac|wykreslcie|wykreslic) (prosze )?numer … (list*|baz*|systemu)",
    "(spadaj|spadajcie|spieprzaj|spieprzajcie|spierdal*|wypierdal*) … (dzwon*|numer*|telefon*|z tymi telefonami)",

    "sobie nie (zycze|zyczymy) … … (telefon*|rozmow|kontakt*|dzwonienia|dzwoni*|polaczen)",
    "(daj|dajcie|dac|da|dadza) … (mi|nam) … spokoj( …)?",
    "(zaprzestan*|zaprzestac|przestan|przestancie|przestac|koniec|skonczcie) … (dzwonienia|telefonowania|nekania|wydzwaniania|polaczen|niepokojenia|kontaktu|kontaktow|telefonow)( …)?",
    "(glowy|gitary|dupy) (mi )?(juz )?nie zawrac*|(nie|niech) … … (glowy|dupy) … (nie )?zawrac*",
    "(mnie|nas|byc|zostac|moj numer|mojego numeru) … (usunac|wykreslic|skreslic|wypisac|usuniet*|wykreslon*|wypisan*|skasowan*) z … (list*|baz*|systemu|spisu|rejestru)",
    "(wyrzuc|wyrzuccie|wyrzucic) (prosze )?(moj|ten|nasz) (numer|telefon)",
    `(chce|chcialbym|chcialabym|prosze|zadam|chcemy) … (zeby|zebyscie|aby|abyscie) … przestal* … ${polishCall}( …)?`,
    "(zablokuje|blokuje|pozwe) (was|pana|pania|ten numer) … (jak|jesli|jezeli) … (przestaniecie|przestanie|zadzwonicie|dzwonic)( …)?",

    `(jeszcze raz|znowu|znow|ponownie|jesli|jezeli|jak|bedziecie|dalej) … (zadzwonicie|zadzwonisz|dzwonicie|dzwonic|przestaniecie|zatelefonujecie|(zadzwoni|zadzwonia|dzwoni|przestanie|przestana) (pan|pani|panstwo)|(pan|pani|panstwo) (zadzwoni|zadzwonia|przestanie|przestana)) … … ${polishThreat}`,
    `${polishThreat} … … (jesli|jezeli|jak|gdy) … (zadzwonicie|zadzwonisz|dzwonicie|dzwonic|przestaniecie|(zadzwoni|przestanie) (pan|pani|panstwo))`,
    "nie (zycze|zyczymy|zyczylbym|zyczylabym) sobie … … … (telefon*|rozmow|kontakt*|dzwonienia|dzwoni*|polaczen|niepokojenia|nagabywania)",
    "nie (chce|chcemy|potrzebuje|potrzebujemy) (juz |wiecej |nigdy |od was |od panstwa |z waszej strony |z waszej firmy |zadnych |tych |takich |waszych |panstwa |dostawac |odbierac |otrzymywac |miec ){0,5}(telefonow|polaczen|kontaktu)( …)?",
    "(rezygnuje|rezygnujemy|wypisuje sie|wypisujemy sie|chce sie wypisac|chce zrezygnowac) z … (polaczen|telefonow|kontaktu|dzwonienia|listy|bazy|subskrypcji|powiadomien)",
    "(odczep*|odwal*|odpieprz*|odpierdol*|odczepic) (sie )?(juz |wreszcie |w koncu )?(ode mnie|od nas|ode mnie)",
    "(odczepcie|odczep|odwalcie|odwal) sie",
    "(zapomnij|zapomnijcie|zapomni|zapomniec) (prosze |panstwo |pan |pani )?(o )?(ten|tym|moj|moim|nasz|naszym|mnie) ?(numer*|telefon*)?",
    "(mam|mamy) (juz |serdecznie )?dosc (juz )?(tych |waszych |panstwa |ciaglych |tego |wiecznych )+(telefonow|dzwonienia|polaczen|wydzwaniania)",
    "(mnie|nas) (prosze )?(stamtad |juz )?(wypisac|wykreslic|skreslic|usunac|wyrejestrowac|wyrzucic|wypiszcie|wykreslcie|usuncie|usunie|wykresli) … (list*|baz*|polaczen|telefonow|systemu|subskrypcji|kampanii|spisu|rejestru)",
    "(wypisac|wykreslic|skreslic|usunac|wyrejestrowac|wyrzucic|wyrzuccie|wypisz*|wykresl*|usun|usuncie) (prosze )?(mnie|nas|mnie prosze|moje nazwisko|nazwisko) … (list*|baz*|polaczen|telefonow|systemu|subskrypcji|kampanii|spisu|rejestru)",
    "(moj|nasz|ten) (numer*|telefon*) (prosze )?(usun*|wykresl*|skasow*|skasuj*|wymaz*|zablok*|wyrzuc*)",
    "(usun|usuncie|usunac|skasuj*|skasowac|wyrzuc|wyrzuccie|wykresl*|wymaz*|zablokuj*|zablokowac|zapomnijcie) (prosze |panstwo ){0,5}(moj |ten |nasz )(numer*|telefon*|kontakt)",
    "(usun|usuncie|usunac|skasuj*|skasowac|wymaz*) (prosze )?(wszystkie |wszelkie )?(moje |nasze )(dane|informacje)",
    "(zostaw*|pozostaw*) (prosze |pan |pani |panstwo ){0,5}(mnie|nas) (prosze |wreszcie |w koncu |juz ){0,5}w spokoju",
    `(przestan|przestancie|przestanie|przestana|przestac|przestaniecie|skoncz|skonczcie|skonczyc|zaprzestan*) … ${polishCall}( …)?`,
    `nie ${polishCall} … (wiecej|nigdy|juz nigdy|juz)( …)?`,
    `(nigdy|wiecej|juz|w ogole) … nie ${polishCall}( …)?`,
    `(zeby|zebyscie|aby|abyscie|by|byscie) … (nigdy|wiecej|juz) … nie ${polishCalled}( …)?`,
    `(zeby|zebyscie|aby|abyscie|by|byscie) … nie ${polishCalled} … (nigdy|wiecej|juz)`,
    "(nigdy|zadnych) (wiecej|juz) … (telefonow|polaczen|dzwonienia)",
    "(nie zgadzam sie|nie zgadzamy sie|nie wyrazam zgody|nie wyrazamy zgody|nie mam zgody|nie dawal*|nie udziel*) … … (telefon*|dzwonienie|kontakt*|polaczen*|zgody)( …)?",
    "(zglaszam|skladam|wnosze|wyrazam) sprzeciw … (telefon*|dzwoni*|przetwarzani*|marketing*|kontakt*)",
    "(nie macie|nie ma pan|nie ma pani|nie maja panstwo) … (prawa|pozwolenia) … dzwonic( …)?",
    "ostatni raz … (dzwonicie|dzwoni pan|dzwoni pani|dzwonia panstwo)( …)?",
    "ile razy … mowic … … nie (dzwonil*|dzwon*)",
    "(prosze )?o (niedzwonienie|nie dzwonienie|niekontaktowanie|zaprzestanie)( …)?",

    "(zabraniam|zakazuje) (wam |panu |pani |panstwu )?(do (mnie|nas) )?dzwonic",
    "nie chce (miec )?z wami (zadnego )?kontaktu",
    "(przestancie|prosze przestac) (mnie|nas) (nekac|niepokoic)( telefonami)?",
    "(zadam|prosze o) usuniecia? (moich|swoich) danych",

    "nie (chce|chcemy) (zeby|aby) (panstwo |pan |pani )?(do (mnie|nas) )?wydzwanial*",
    "(wykasow*|skasow*|wymaz*) (prosze )?(moj|nasz|ten) numer",
    "dosc (waszych|tych|panstwa) telefonow",
    "(o )?(usuniecie|wykreslenie) (mojego|naszego) numeru",
    "(nie|niech) … (dzwon*|telefonuj*|wydzwaniaj*) (do (mnie|nas) )?(juz )?(wiecej|nigdy)",
    "(wiecej|juz|nigdy wiecej|nigdy) (do (mnie|nas) )?nie (dzwon*|telefonuj*)( do (mnie|nas))?",
    "nie (dzwon*|telefonuj*) (do (mnie|nas) )?(juz )?wiecej( na ten numer)?",
    "(do mnie )?(wiecej|juz) (do mnie )?nie dzwon*",
    "niech (pan|pani|panstwo) (juz |wiecej )(do (mnie|nas) )?nie dzwoni*",

    "nie (zycze|zyczymy) sobie … (telefon*|rozmow|kontaktu|dzwonienia)",
    "nie (chce|chcemy) (juz )?(zadnych |wiecej |waszych )?(telefonow|polaczen)",
    "nie (chce|chcemy) (juz )?(zeby|aby|by)(scie| panstwo| pan| pani| ktos)? (do (mnie|nas) )?(wiecej )?(dzwonil*|telefonowal*)",
    "(usun*|wykresl*|skresl*|wypisz*|skasuj*|zablokuj*) (prosze )?(moj|ten|mojego|nasz) (numer*|telefon*)",
    "(usun*|wykresl*|skresl*|wypisz*) (prosze )?(mnie|nas) z … (listy|bazy|systemu)",
    "(usun*|skasuj*) (prosze )?moje dane",
    "(mowil*|prosil*|powiedzial*|prosze) (wam |juz |was |pana |pania |tysiac razy )?(juz )?(zeby|zebyscie|aby|abyscie) (do (mnie|nas) )?(juz |wiecej )?nie dzwon*",
    "mowil* wam …? ?nie dzwoncie",
    "(dajcie|daj|dac|da) (pan |pani )?(mi|nam) (swiety )?spokoj",
    "(prosze )?(mnie |nas )?nie (nekac|nekajcie|nekaj|niepokoic|niepokojcie)( mnie| nas)?( wiecej)?",
    "(cofam|wycofuje|odwoluje) … (zgode|zgody)( …)?",
    "nie (macie|ma pan|ma pani|wyrazam) (mojej )?zgody( …)?",
    "sprzeciwiam sie … (danych|telefonom|kontaktowi)",
    "nie (kontaktuj*|kontaktowac) sie (wiecej )?(ze mna|z nami)",
    "sie (ze mna|z nami) (wiecej )?nie kontaktowac",
    "(sie )?(ze mna |z nami )?(wiecej )nie kontaktowac( sie)?",
    "(koniec|dosc) (z )?(tych|tymi|tego) (telefon*|dzwonienia)",
    "nie zawracajcie mi (wiecej )?glowy( wiecej)?",
    "nie przeszkadzajcie (mi )?wiecej",
    "nie dzwonic na ten numer",
    "lista robinsonow"
  ],
  plain: [
    "(sie )?(juz )?(ze mna|z nami) (juz |wiecej )?nie (laczyc|laczcie|kontaktowac)( sie)?",
    `(nie zgadzam sie|nie zgadzamy sie|nie pozwalam|nie zycze sobie) … (zeby|zebyscie|aby|abyscie|by|byscie) … … ${polishCalled}( …)?`,
    "(i|oraz|blagam|wiec|to) (do mnie )?nie (dzwonic|dzwoncie|telefonowac|telefonujcie)( …)?",
    "nie (mam|mamy) ochoty … (telefony|polaczenia|kontakt)( …)?",
    "nie (dzwoncie|dzwon|wydzwaniaj|wydzwaniajcie|telefonujcie|nekajcie|nekaj|niepokojcie|niepokoj)( …)?",
    "nie (oddzwaniac|oddzwaniaj*|oddzwon*|oddzwania*)( …)?",
    "^nie (dzwonic|telefonowac|wydzwaniac|nekac|niepokoic)( …)?",

    `(zeby|zebyscie|aby|abyscie|by|byscie) … nie ${polishCalled}( …)?`,
    `nie ${polishCall} (sie )?(do )?(mnie|nas|ze mna|z nami|mi|tu|tutaj|na ten numer)( …)?`,
    `(do |ze |z )?(mnie|nas|mna|nami|mi) (sie )?(prosze )?nie ${polishCall}( …)?`,
    `(prosze|prosilbym|prosilabym|najlepiej) (mi |mnie |nas |sie |ze mna |do mnie ){0,5}nie ${polishCall} (sie |mi |mnie |nas |ze mna |do mnie ){0,5}`,
    `nie (chce|chcemy) … (zeby|zebyscie|aby|abyscie|by|byscie) … ${polishCalled}( …)?`,
    "prosze (mi|nam) nie przeszkadzac",

    "nie (dzwoncie|dzwon|dzwonic) (do (mnie|nas)|na ten numer|tutaj|tu)",
    "prosze (do (mnie|nas) )?nie dzwonic",
    "do (mnie|nas) nie dzwon*",
    "zeby (do (mnie|nas) )?nie dzwonic"
  ],
  limits: [
    "(do|na) (mojej|mojego|moich|jego|jej|naszej) *",

    "sluzbow*|prywatn*|firmow*|stacjonarn*|komork*|domow*|lekcj*|zajec*|poniedzial*|wtor*|srod*|czwart*|piat*|sobot*|niedziel*|chwil*|moment*|godzin*",

    "po(?! (prostu|raz|co|cholere))|do (rana|wieczora|poludnia|konca|czasu|godzin*|\\\\S+ej|biura|pracy|domu)|od (rana|godzin*|poniedzialku)",
    "*poludni*|noca|nocy|nocami|weekend*|swieta|wieczor*|poranki|spi|spie|spimy|zebrani*|lunch*|obiad*|zbyt|mniej|rzadziej",
    "na (stacjonarny|komorke|sluzbowy|prywatny|domowy|drugi)|tak (pozno|wczesnie|czesto)|(drugi|inny|stary) numer|z (innego|zastrzezonego)|dopiero|zamiast",
    "do (brata|siostry|meza|zony|syna|corki|mamy|matki|ojca|taty|sasiad*|szefa|niego|niej|nich)|(mezowi|zonie|mamie|synowi|corce)",

    "teraz|dzis|dzisiaj|jutro|pozniej|przed|kiedy|gdy|jesli|dopoki|podczas|zanim",
    "w (niedziele|sobote|poniedzialek|weekend|nocy|pracy)|o tej porze|(tak|za) (pozno|wczesnie|czesto)",
    "rano|wieczorem|w tym tygodniu|do pracy"
  ],
  span: {
    time: "(nie dzwoni* )?(w tym (tygodniu|miesiącu|roku)|przez (miesiąc|tydzień|rok|kilka *)|do (stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|jutra|końca (?!życia|świata)*)|w (wakacje|święta)|na urlopie|dziś|dzisiaj)",
    again: "więcej|już|ponownie|znowu",
    within: 0
  },
  denials: [
    "^(ale |a |no ){0,2}(juz |oni )?(do mnie |do nas )?(juz )?nie dzwonia( juz| do mnie| do nas){0,2}$",

    "z (listy|bazy|systemu) (zamowien|zakupow|oczekujacych|gosci|rezerwacji|reklamacji)",
    "nie (mowie|mowimy|chodzi o to|znaczy|chcialbym|chcialabym) (zeby|zebyscie|aby|abyscie|to) … (nie )?( …)?",
    "nie (usuwaj*|wykreslaj*|wypisuj*|kasuj*|skreslaj*|blokuj*|wahaj*|krepuj*|zapomnij*|zapominaj*)( …)?",
    "nie (usunac|wykreslac|wypisywac|kasowac|usuwac|wahac sie|przestawac)( …)?",
    "(czy to znaczy|to znaczy ze|czyli) … … (zadzwoni*|dzwonic)",
    "nie chce (zebyscie|zeby|abyscie) (panstwo )?(przestali|przestawali|usun*)( …)?",

    "nie (przestawaj*|przestan|przestancie|przestawac)",
    "nie (powiedzialem|powiedzialam|mowilem|mowilam|prosilem|prosilam)",
    "(dlaczego|czemu) (nikt |pan |pani |panstwo |juz |do mnie |do nas |wy |mi |sie ){0,4}nie( …)?",
    "(brat|siostra|maz|zona|syn|corka|matka|mama|ojciec|tata|sasiad*|szef|on|ona|kolega|kolezanka) (do mnie |juz |nie |mi )?(prosil*|powiedzial*|mowi*|chce|dzwoni*)( …)?",
    "do (poniedzialku|wtorku|srody|czwartku|piatku|soboty|niedzieli|jutra)",
    "(telefon|corka|syn|nikt) (juz )?(do mnie )?(juz )?nie dzwoni*|nie dzwoni … … nikt"
  ],
  alone: ["(stop|przestan|przestancie|prosze przestac)( juz| prosze)?", "chce sie wypisac"],
  promises: [
    "nie (bedziemy|bede|bedzie) (juz |wiecej )(do (pana|pani|panstwa) )?(dzwonic|niepokoic|kontaktowac sie)",
    "(wiecej|juz) (do (pana|pani|panstwa) )?nie (zadzwonimy|bedziemy dzwonic|zadzwonie|bede dzwonic)( do (pana|pani|panstwa))?",
    "nie zadzwonimy (do (pana|pani|panstwa) )?(wiecej|juz)",
    "(usunelismy|usunalem|usunelam|usuniemy|usune|wykreslilismy|wykreslimy) (pana|pani|panstwa) (numer|telefon)",
    "(pana|pani|panstwa) numer (zostal|zostanie|jest) (usuniety|wykreslony)"
  ]
})

const russianWords: Words = {
  call: "*звон*|*званива*|звяк*|связ*|общ*|контакт*|обзвон*|беспоко*",
  again: "еще|ещё|опять|снова|больше|никогда|впредь|если|продолж*|следующ*",
  record: [
    "все что … … обо мне|(всю информацию|все данные) обо мне",
    "(меня|нас|мой|мои|мое|наш|этот|мою) … (номер*|телефон*|данн*|контакт*|имя|фамили*|из|с)",
    "(номер*|телефон*|данные) … (из|с) … (баз*|списк*|систем*|обзвон*|рассыл*)|мои данные"
  ],
  remove: "удал*|убер*|убрать|сотр*|стер*|вычеркн*|исключ*|выпиш*|вынес*|отпиш*|забуд*|снимите",
  stop: [
    "хватит|прекрат*|перестан*|завяз*|заканчива*|закончите|достаточно|кончай*|довольно|бросьте|прекращай*",
    "отстаньте"
  ],
  dontCall: "",
  dontTry: [
    "не (пыта*|пробу*|старайтесь|трудитесь|утруждайтесь|вздумайте|смей|смейте)|нет смысла|бесполезно",
    "можете не"
  ],
  consent: "соглас*|разрешени*",
  withdraw: "отзыва*|отозва*|отмен*|аннулир*|забираю",
  forbidden: [
    "не имеете права|запрещ*|не (разреша*|разрешал*|позволя*|давал*|соглаша*|подписывал*)|против",
    "без моего согласия|возража*|отказыва*|нельзя|не смейте|не надо мне|не нужны"
  ],
  harassment: [
    "это (уже |же )?(преследован*|харассмент|домогательств*|хулиганств*|телефонн* террор*)",
    "подам (на вас )?в суд|подам в суд"
  ],
  threat: [
    "полици*|суд|суда|судом|прокуратур*|роскомнадзор*|жалоб*|жаловат*|пожалу*|юрист*|адвокат*|заявлени*",
    "фас|роспотребнадзор*"
  ],
  goOn: "если … (не прекрат*|не перестан*|продолж*|будете)",
  how: [
    "как|каким образом|что (мне )?(нужно |надо )?(сделать|делать)|можно ли|хочу|хотел бы|хотела бы",
    "хотелось бы|желаю"
  ],
  escape: "отказ*|отпис*|прекрат*|избав*|не получать|перестать получать|отключ*|остановить|чтобы … не",
  last: "(это|пусть|надеюсь) … последн* (звонок|раз|разговор)|последний раз … (звон*|набира*)",
  block: [
    "(я )?вас (уже |сейчас )?(блокирую|заблокирую|заблокировал*|в чс)",
    "(я )?(блокирую|заблокирую|заблокировал*|заношу) … (вас|номер|в черн*|ваш*)",
    "номер … (блокирую|заблокирую)"
  ],
  optOut: [
    "не хочу (больше )?(о вас|про вас|от вас) (больше |ничего )*(слышать|знать)|(отказал*|отписал*) от … звонков",
    "не (используйте|набирайте) (больше )?(этот|мой) номер|(этот|мой) номер больше не (используйте|набирайте)|список тех кому не *",
    "(в|черн*) (черный список|стоп лист|стоп-лист)|отпишите",
    "(больше|чтобы|чтоб) … (вас|о вас|от вас) … не (слыш*|слыха*)",
    "чтоб* … (вас|о вас) (я )?больше не слыш*|чтоб* (я )?вас больше не слыш*",
    "(больше|чтоб*) … (звонк*) (больше )?не (было|поступало)",
    "не (нужно|надо) (мне )?(пере)?званивать … никогда",
    "не (нужно|надо|стоит) (мне |нам )?(звонить|перезванивать) (больше|никогда)",
    "не (хочу|желаю|хотим) чтоб* … (со мной|с нами|мне|меня) … (связывал*|контактировал*|звонил*|беспокоил*)"
  ],
  whoSaid: "(кто|откуда) … (сказал*|говорил*|взял*|решил*) … … не *",
  others: [
    "банк*|сбер*|компани*|фирм*|брат*|сестр*|муж*|жен*|сын*|дочь|дочк*|мам*|пап*|отец|отцу|мать|сосед*",
    "друг*|начальник*|оператор*"
  ],
  told: "сказал*|просил*|говорил*|попросил*|велел*|говорит*|достал*|надоел*",
  someday: "если|когда|вдруг",
  willTell: "(я )?(скажу|сообщу|дам знать|напишу вам|позвоню|предупрежу)",
  oldOne: "стар*|прежн*|прошл*",
  newOne: "нов*|сменил*|поменял*|друг*",
  refrain: "воздерж*|избега*",
  neitherNor: "ни (сегодня|сейчас) ни *",
  keep: "не (убира*|удаля*|вычерк*|исключа*) (меня|нас) (из|с)",
  quote: "^кто ?(то|нибудь|либо) (вас |вам )?(просил*|сказал*)|я? ?(сам|сама) (вам |вас )?(позвоню|перезвоню|наберу)",
  goOnPlease: [
    "не (хочу|хотел*|желаю) чтоб* … (перестал*|прекратил*|перестава*)|не (отзываю|отменяю)",
    "вы (меня )?не беспокоите",
    "почему … перестал*"
  ]
}

export const russian = netOf({
  words: russianWords,
  ever: [
    `не (нужно|надо|стоит) (мне |нам |меня |сюда )?(больше|никогда) (мне |нам |меня |сюда )?${russianCall}`,
    "^(пожалуйста |прошу |просто |да |немедленно )?(вычеркните|вычеркни|исключите|исключи|удалите|удали|сотрите|выпишите) (пожалуйста |уже |вы |наконец )?(меня|нас)( пожалуйста| отовсюду| оттуда| уже| наконец| немедленно| сейчас же){0,3}$",
    "^(пожалуйста |прошу )?(меня|нас) (пожалуйста |уже )?(вычеркните|вычеркни|исключите|удалите|сотрите)( пожалуйста| отовсюду| уже){0,3}$",
    "в следующий раз … (обращусь|напишу|пожалуюсь|подам|заявлю|вызову) … (полици*|прокуратур*|суд|жалоб*|заявлени*|роскомнадзор|фас)",
    "(устал*|достали|надоели|замучили|задолбали|замучен*) … (ваш*|вашими|своими) … звонк*",
    "(?<!(старый|второй|другой|рабочий|этот старый) )номер* (мой |мне )?(удалите|удали|уберите|убери|сотрите|вычеркните|исключите)( пожалуйста| уже| наконец| из …)?$",
    `(еще|хоть) (один|раз) … (звонок|позвоните|наберете) … … ${russianThreat}`,
    "(больше|чтобы|чтоб) … (никаких|ни одного|никакого) … (звонк*|звонков)",
    "(сними|снимите|снять|удалите|уберите|удали|убери|сотрите|вычеркните) (пожалуйста )?(меня |номер |телефон |наш )(с|из|от) … (обзвон*|баз*|списк*|систем*|рассылк*|прозвон*)",
    "(и|сюда|больше|мне) звонить (мне |сюда |больше )?не (надо|нужно|стоит)( …)?",
    "номер … (из базы|из списка|из системы) … (удали*|убер*|сотр*)",
    `(можете|могли бы|прошу) (вы )?(меня |нас |мне )?больше (меня |мне |нас )?не ${russianCall}( …)?`,

    `(еще раз|снова|опять|если|коли|будете|продолжите|не) … (позвоните|позвонишь|наберете|звонить|звоните|прекратите|перестанете|побеспокоите) … … ${russianThreat}`,
    `${russianThreat} … … (если|пока|еще раз) … (позвоните|наберете|звонить|звоните|прекратите|перестанете)`,
    `(больше|никогда|впредь|вообще|уже|отныне) … не (надо |нужно |стоит |смейте |вздумайте |пытайтесь )?${russianCall}( …)?`,
    `не (надо |нужно |стоит |смейте |вздумайте |пытайтесь )?(мне |нам |сюда |меня |нас |со мной |с нами )?${russianCall} … (больше|никогда|вообще|впредь)`,
    "(чтоб|чтобы|пусть) … (больше|никогда|впредь) … (не (звонил*|беспокоил*|тревожил*|названивал*|звонят|беспокоят)|(ни одного|никаких|не было) … (звонк*|звонков))( …)?",
    "(чтоб|чтобы) (вы )?(мне|меня|нам|нас|сюда) не (звонил*|беспокоил*|названивал*)( …)?",
    "(звонки|звонков|звонить) … (мне |нам )?(больше )?(не (нужны|нужно|интересны|хочу|хотим|желаю|принимаю)|прекратите|запрещаю|хватит|перестаньте|достали|надоели)",
    `(хватит|прекрати*|перестан*|кончай*|завязывай*|прекращай*|брось*|довольно|заканчивай*) … (${russianCall}|звонки|обзвон)( …)?`,
    "(не (хочу|хотим|желаю|желаем)) … … (звонил*|звонк*|звонков|беспокоил*|тревожил*)",
    "(удали*|убер*|убрать|вычеркн*|сотр*|стереть|исключ*|внес*|выпиш*|выкин*|отключ*) … (меня|нас) … (списк*|баз*|рассылк*|систем*|обзвон*|реестр*)",
    "(меня|нас) … (удали|удалите|удалить|уберите|убери|убрать|вычеркни|вычеркните|вычеркнуть|исключите|исключить) … (списк*|баз*|рассылк*|систем*|обзвон*|реестр*)",
    "(отпиши*|отписать|отпишусь) (пожалуйста )?(меня|нас|от)( …)?",
    "хочу отписаться( …)?",
    "(удали|удалите|удалить|сотри|сотрите|стереть|уберите|убери|убрать|вычеркните|вычеркни|забудь|забудьте|заблокируйте|выкиньте) (пожалуйста |уже |вы |из базы |там ){0,5}(мой|этот|наш|мои|про мой|про этот) … (номер*|телефон*|контакт*|данные)",
    "(мой|наш|этот) (номер|телефон) … (удали|удалите|удалить|сотрите|стереть|уберите|убрать|вычеркните|забудьте)",
    "забудь(те)? (обо мне|про меня|сюда)",
    "(отстан*|отвали*|отвяжи*|отцепи*|отвянь*)( …)?",
    "(надоел*|достал*|задолбал*|замучил*|заколебал*) … (звонить|названивать|своими звонками|вашими звонками|ваши звонки|вашими)",
    "(я |мы )?(против|возражаю против|отказываюсь от|отказываемся от) … (звонк*|звонков|обзвон*|обработки)",
    "не (даю|давал|давала|дам|давали) … (согласи*|разрешени*)( …)?",
    "(отзываю|отзываем|аннулирую|отменяю|забираю) … … (согласи*|разрешени*)",
    "(запрещаю|запрещаем) … … (звонить|беспокоить|звонки|контактировать)",

    "не хочу (больше )?(вас|вас больше) (слышать|слышать больше)",
    "(запрещаю|запрещаем) (вам )?(сюда )?звонить",

    "не нужны (мне )?(ваши|никакие|эти) звонки",
    "не (звони*|названивай*|беспокой*|тревож*|набирай*) (мне |нам |сюда |меня |нас |на этот номер )?(больше|никогда)( никогда)?",
    "(больше|никогда|впредь) (больше )?(мне |нам |сюда |меня |нас |на этот номер )?(больше )?не (звони*|беспокой*|набирай*|названивай*|тревож*)",
    "(перестан*|прекрат*|хватит|завязывай*) (уже )?(мне |нам |сюда |на этот номер )?(звонить|названивать|беспокоить меня|меня беспокоить|доставать меня)",
    "не (хочу|хотим|желаю) (больше )?(получать )?(ваши |ваших |никаких |от вас |больше )?(звонк*|звонков)",
    "не (хочу|хотим|желаю) (больше )?чтобы (вы |мне |нам )?(больше )?(мне |нам )?звонил*",
    "(удали*|убер*|вычеркн*|сотри*|исключи*|заблокируй*|забуд*|внес*) (пожалуйста )?(мой|этот|меня|мои|наш|нас) (номер|телефон|данные|контакт*)( …)?",
    "(удали*|убер*|вычеркн*|исключи*) (пожалуйста )?(меня|нас) из … (списк*|баз*|рассылк*|систем*)",
    "(убер*|вычеркн*|удали*|исключи*) (меня|нас) из (списка|базы|системы|вашей базы|вашего списка)",
    "(просил*|прошу|говорил*|сказал*) (вас |вам |уже |же |меня |мне |нас )?(вас |вам |меня |больше )?(больше )?(чтобы вы )?(мне |меня )?(больше )?не (звонить|звонил*|беспокоить)",
    "прошу (меня |нас )?больше не (беспокоить|звонить)",
    "(сколько|много) раз (говорить|говорил*|повторять) не звони*( мне)?",
    "(оставь*|отстань*) (меня |нас |вы )?(в покое|от меня|от нас)",
    "не (надо|нужно|стоит) (мне |нам |сюда |на этот номер )?(больше )?(звонить|беспокоить)( сюда| мне| больше)?",
    "запрещаю (вам )?(мне )?звонить",
    "(отзываю|отозвать) …? ?согласие( …)?",
    "(нет|не имеете) (права|разрешения) (мне )?звонить",
    "в ч(е|ё)рный список",
    "не (смей*|вздумай*) (мне )?(больше )?звонить"
  ],
  plain: [
    `не ${russianCall} (мне|нам|сюда|меня|нас|на этот номер|со мной|с нами|ко мне|пожалуйста)( …)?`,
    `(мне|нам|меня|нас|со мной|сюда|на этот номер) (пожалуйста )?не (надо |нужно |стоит )?${russianCall}( …)?`,
    `(не надо|не нужно|незачем|нельзя|не стоит) (мне |нам |сюда |меня |на этот номер )?${russianCall}( …)?`,
    `${russianCall} (мне|нам|сюда|на этот номер) (не надо|не нужно|незачем|нельзя|не стоит)`,
    "не звони* (мне|нам|сюда|на этот номер)",
    "не звоните( больше)?"
  ],
  limits: [
    "воскресен*|суббот*|понедельник*|вторник*|сред*|четверг*|пятниц*|(отдыхаем|отдыхаю)",

    "вечер*|утр*|ноч*|днем|выходн*|обед*|совещани*|спит|спят|сплю|*часов|часа|рано|поздно|реже|чаще|через|перед|недел*|праздник*|рабоч*|занят|занята",
    "(на|с) (работу|рабочий|домашний|другой|старый|городской) ?(номер|телефон)?|мужу|маме|жене|сыну|дочери|родителям|соседк*|брату|сестре|ему|ей|им|вместо",
    "зря|просто так|без дела",

    "сейчас|сегодня|завтра|позже|потом|до|после|когда|если|пока|во время|раньше",
    "(по|в) (воскресенья*|субботу|субботам|понедельник|выходные|утрам|вечерам|ночам)|в это время",
    "(так|слишком) (поздно|рано|часто)|на работу|утром|вечером|ночью"
  ],
  span: {
    time: "(не звон* )?(на этой неделе|в этом (месяце|году)|месяц|(до|раньше) (января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|завтра|конца (?!жизни)*)|сегодня|пока я *)",
    again: "больше|снова|опять",
    within: 0
  },
  denials: [
    "^(мне|нам) (вы )?больше не звонили$",

    "(сказал*|говорил*|просил*) (?!(вам|вас|вашим|вашему|вашей|вашего|уже|же|тебе|сто|много|несколько|вчера|больше|им|девушке|всем|по|оператору|менеджеру|сотруднику|мужчине|ясно|русским|неоднократно|раз|сразу) )* чтоб* … не (звонил*|беспокоил*)",
    "не (удаляй*|убирай*|вычеркивай*|исключай*|стирай*|блокируй*|стесняй*|забуд*|забыва*|бойтесь|надо удалять)( …)?",
    "(то есть|значит|получается|выходит|вы хотите сказать) … … не (буд*|позвон*|станут)",
    "(никто|они|он|она) (мне )?(больше )?не (звонил*|звонят|звонит)",

    "не (перестава*|прекращай*)",
    "не (говорил*|просил*|сказал*)",
    "почему (вы |мне |никто |больше |нам |опять |снова |так |до сих пор |ты ){0,5}не( …)?",
    "(брат|сестра|муж|жена|сын|дочь|мама|мать|отец|папа|сосед*|начальник|он|она|друг|подруга) (вас |вам |мне |нам |больше )?(просил*|сказал*|говорит|хочет|не звонит|не)( …)?",
    "до (понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|завтра)",
    "(телефон|дочь|сын|никто)( …)? (больше )?не звонит"
  ],
  alone: ["(стоп|прекратите|перестаньте|отстаньте)( пожалуйста| уже)?", "хватит уже"],
  promises: [
    "(больше )?не (будем|буду|будет) (больше )?(вам )?(больше )?(звонить|беспокоить|тревожить|вас беспокоить)( вас| вам)?",
    "(больше|никогда) (вам |вас )?не (позвоним|позвоню|побеспокоим|потревожим)( вам)?",
    "(мы |я )?(удалил*|удалим|удалю|убрали|уберем|вычеркнули|исключили) ваш (номер|телефон)",
    "ваш (номер|телефон) (удален|будет удален|исключен|убран)( …)?"
  ]
})
