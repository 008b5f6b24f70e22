import type { Words } from "../grammar.ts"
import { netOf } from "../phrases.ts"

// Ways of asking not to be called: "do not call", "do not disturb", "do not get in touch".
const turkishNot =
  "(arama|aramayin|aramayiniz|aramasin|aramasinlar|aramayalim|aramazsaniz|aramayiver|aramayiverin|arayip durma|arayip durmayin|(rahatsiz|taciz|mesgul|telefon) (etme|etmeyin|etmeyiniz|etmesin|etmesinler)|ulasma|ulasmayin|ulasmayiniz|ulasmaya calismayin|iletisime gecme|iletisime gecmeyin|iletisime gecmeyiniz|irtibata gecmeyin|irtibat kurmayin|iletisim kurmayin|telefon acma|telefon acmayin|baglanmayin|bulasmayin)"
const turkishThreat =
  "(savci*|polis*|dava|davaci|avukat*|sikayet*|mahkeme*|engel*|blok*|suc|yasal|hukuki|btk*|kvkk*|jandarma*|karakol*|tuketici*)"

const turkishWords: Words = {
  call: "*ara*|telefon*|iletişim*|ulaş*|arama*",
  again: [
    "bir daha|tekrar|artık|hala|sürekli|devam|bundan sonra|hiç|asla|eğer|ederseniz|ararsanız",
    "bir telefon daha|bir arama daha|bir kere daha"
  ],
  record: [
    "(benimle ilgili|hakkımda|hakkımdaki) (her şeyi|herşeyi|bilgi*|ne varsa)",
    "(numara*|kayd*|veri*|bilgi*|ismim*|adım*|telefonum*)|(beni|bizi) … (liste*|sistem*|veritaban*)"
  ],
  remove: "silin|sil|siliniz|silmen*|silinme*|çıkar*|çıkmak|kaldır*|silinsin|yok edin",
  stop: "durdur*|kesin|yeter|bırakın|vazgeç*|son ver*|bitirin|dur",
  dontCall: "",
  dontTry: "(denemey*|deneme|uğraşma*|zahmet etme*|çabalama*|boşuna … ara*)",
  consent: "onay*|izn*|izin|rıza*|muvafakat*",
  withdraw: "geri (çek*|al*)|iptal*|kaldırıyorum",
  forbidden: [
    "(izin|izn*|onay*|rıza*) (ver*m*|vermedim|vermiyorum|yok|almadan)|hakkınız yok|yasak*|reddediyorum",
    "istemiyorum|karşıyım|itiraz*|ret verdim"
  ],
  harassment: "(bu|bunlar|resmen|düpedüz) … (taciz*)|taciz … (bu)",
  threat: "polis*|savcı*|avukat*|dava*|şikayet ed*|mahkeme*|karakol*|btk|tüketici*|suç duyuru*|kvkk*|suç",
  goOn: "(devam|kesmez|bırakmaz|durmaz) … *s*n*z|aramaya devam",
  how: "nasıl|ne yapma*|(yolu|imkan*) var mı|istiyorum",
  escape: "durdur*|çık*|kurtul*|aranma*|engelle*|kapat*|kaldır*|vazgeç*|almama*",
  last: "(bu|umarım) … son (arama*|telefon*|görüşme*|kez)",
  block: "(numara*|sizi|hattı*) … (engelliyorum|engelleyeceğim|engelledim|bloke ediyorum|bloklıyorum|blokluyorum)",
  optOut: [
    "numara* (bir daha |artık )?(kullanmayın|çevirmeyin|tuşlamayın)|sizden (bir daha |artık )?(haber|ses) … istemiyor*",
    "(arkadaşınıza|meslektaşınıza|personelinize|elemanınıza) (da |de )?(söyledim|demiştim|söylemiştim) … arama*",
    "iletişime geçme*|kara liste*|(arama )?liste*nden çıkmak|abonelik* … iptal|(veri*|bilgi*)*m*n silin*",
    "aranmayayım|aranmak istemiyorum|bir daha denemeyin|(rica|lütfen) … aranmay*|irtibat kurma*",
    "aramanıza (hiç )?gerek yok bir daha|bir daha aramanıza gerek yok",
    "(artık|bir daha) aramanıza gerek yok",
    "(bu )?numarayı … (bir daha|tekrar|artık) … (çevirmeyin|çevirme|tuşlamayın)"
  ],
  whoSaid: "kim (demiş|dedi|söyledi|diyor)",
  others: [
    "bankaya|banka|şirket*|kardeş*|abi*|abla*|eşim*|oğlum*|kızım*|annem*|babam*|komşu*|patron*|arkadaş*",
    "kocam*|karım*"
  ],
  told: "dedi*|demiş*|söyle*|rica ett*|istedi|rahatsız ediyor",
  someday: "(bir gün|eğer|olur da|ilerde) … (isteme*|istersem)",
  willTell: "söyler*|haber veri*|bildiri*|ararım",
  oldOne: "eski*|önceki",
  newOne: "yeni*|değiş*",
  refrain: "kaçının|kaçınınız|sakının|(aramanıza|aramaya|aramana) (artık )?gerek yok",
  neitherNor: "ne (bugün|şimdi|yarın) ne *",
  quote: "^(biri|birisi|kimse) … … … (istedi|söyledi|dedi)|* sandım|ben (sizi )?(ararım|arayacağım|arayayım)",
  goOnPlease: [
    "(bırakmanızı|durmanızı|silmenizi|vazgeçmenizi|kesmenizi) istem*|geri çekmiyorum|aramayacak mısınız",
    "rahatsız etmiyorsunuz",
    "neden … (bıraktı*|kesti*)"
  ]
}

export const turkish = netOf({
  words: turkishWords,
  ever: [
    "(burası|bu) (benim )?iş (telefonum|numaram|yerim|hattım) (lütfen )?(burayı|buraya|bu numarayı) (bir daha )?aramayın",
    "(arama|aramalar|telefon|cagri|telefonlar) (almak|alma|gelmesini) … (istemiyorum|istemiyoruz|istemem)",
    "(iznimi|onayimi|rizami|izinlerimi|onaylarimi|iletisim izni*) … (iptal ed*|iptal etmek|geri cek*|geri al*|kaldir*|sonlandir*)( …)?",
    "(aranmak|aranmayi|rahatsiz edilmek|aranmamizi|aramanizi|ulasilmak) … istemedig*( …)?",
    "(bir daha|artik|bi daha) … (telefon|arama|cagri|mesaj) (gelmesin|istemiyorum|istemiyoruz|istemem)",
    "(biktim|usandim|bezdim|biktik|yildim|illallah) … (aramalarinizdan|aramanizdan|telefonlarinizdan|aramalardan|aramayin|arama|bu aramalardan)( …)?",
    "(reklam|tanitim|satis|pazarlama) (aramalarini|aramalari|aramasi|telefonu|telefonlari|aramalarinizi) … (istemiyorum|istemiyoruz|kabul etmiyor*|reddediyor*)",
    "aranmak (istemem|istemiyorum)( …)?",

    `(bir daha|artik|asla|sakin|hic|bundan sonra|bundan boyle|kesinlikle|hicbir zaman|hicbir sekilde|katiyen|bi daha) … ${turkishNot}( …)?`,
    `${turkishNot} … (artik|bir daha|bi daha|asla|hicbir zaman)`,
    `(bir daha|bi daha|tekrar|yine|gene|hala) … (ararsan|ararsaniz|ararsa|arar|ararlarsa|aramaya devam ederseniz|rahsatiz ederseniz|rahatsiz ederseniz) … … ${turkishThreat}`,
    `(ararsaniz|aramaya devam ederseniz|aramayi kesmezseniz|aramayi birakmazsaniz|ararsan|ararlarsa) … … ${turkishThreat}`,
    `${turkishThreat} … … (ararsaniz|ararsan|aramaya devam ederseniz|birakmazsaniz|kesmezseniz)`,
    "(aramalarinizi|aramalari|aramayi|aramaktan|aramaniza|aramalariniza|rahatsiz etmeyi|rahatsiz etmekten|taciz etmeyi|taciz etmekten|telefon etmeyi|telefonlarinizi|aramanizi) … (durdurun|durdur|durdurunuz|durdurur|birak|birakin|birakir|birakiniz|kes|kesin|kesiniz|keser|vazgec|vazgecin|son ver|son verin|sonlandirin)( …)?",
    "(aranmayi|aranmak|aramanizi|aramalari|aramalarinizi|aramaniza|telefonlarinizi|telefonla aranmayi|bu aramalari|arama almak|aramalarinizi) … (istemiyorum|istemiyoruz|istemem|kabul etmiyorum|kabul etmiyoruz|reddediyorum|onaylamiyorum|izin vermiyorum|riza gostermiyorum)",
    "(aramanizi|aramani|aramalarini|aranmayi|aranmak|ulasmanizi|rahatsiz etmenizi|rahatsiz edilmek|telefon etmenizi|telefon gelmesini|arama gelmesini|iletisime gecmenizi) … (istemiyorum|istemiyoruz|istemem|yasakliyorum)",
    "(numarami|numaramizi|telefonumu|telefon numarami|kaydimi|adimi|ismimi|verilerimi|bilgilerimi|kisisel verilerimi|verilerimin|bilgilerimin|numaramin|adimin|kaydimin|bu numarayi) … … (sil|silin|siliniz|silinsin|silinmesini|siler|silebilir|silmenizi|silseniz|cikar|cikarin|cikariniz|cikarir|cikart|cikartin|cikartir|cikarilmasini|cikarilsin|kaldirin|kaldirir|kaldir|engelleyin|engelle|unutun|unut|unutur|imha edin|yok edin)( …)?",
    "sil … (numarami|telefonumu|adimi|ismimi|kaydimi)( …)?",
    "(beni|bizi) … (liste*|sistem*|kayit*|rehber*|veri*|*listesinden) … (cikar|cikarin|cikariniz|cikarir|cikart|cikartin|cikartir|cikarabilir|silin|sil|siler|cikarsaniz)( …)?",
    "(beni|bizi) (unutun|unut|salin|sal)( …)?",
    "(uyelikten|abonelikten|listeden|listenizden|uyeligimden|aboneligimden) (cikmak|ayrilmak) istiyor*",
    "(uyeligimi|aboneligimi) (iptal|sonlandir*)( …)?",
    "(yakamdan|yakamizdan) dus*|(pesimi|pesimizi) birak*|(beni|bizi) rahat (birak*|verin)|rahat verin( …)?",
    "(aramaniza|aramaya|aramak icin|arama icin|aranmaya) … (iznim|rizam|onayim|izniniz|hakkiniz|izin|riza) … (yok|vermiyorum|vermedim)",
    "(onayimi|iznimi|rizami|izinlerimi|onaylarimi) … (geri cekiyor*|geri aliyor*|iptal ediyor*|kaldiriyor*)",
    `(kac|bin|yuz) (kere|kez|defa) … … ${turkishNot}( …)?`,
    "kara liste*( …)?|aranmayacaklar listesi*( …)?",

    "(artik|bir daha) (bana |bize )?telefon (etme*|acma*)( bana| bize)?",

    "(bir daha|artik|asla|hic|sakin|sakin bir daha) (lutfen )?(beni |bizi |bu numarayi |burayi |benimle )?(bir daha |artik )?(arama*|rahatsiz etme*|ulasma*|iletisime gecme*)",
    "(beni|bizi|bu numarayi|burayi) (lutfen )?(bir daha |artik |asla |sakin )(sakin )?(bir daha )?(arama|aramayin|aramayiniz|aramayiniz lutfen|rahatsiz etme*)",
    "(beni |bizi |bu numarayi )?(aramayi|aramaktan|rahatsiz etmeyi|aramalari) (birak|birakin|kes|kesin|kesiniz|vazgec|vazgecin|durdurun)",
    "(bir daha |artik )?aranmak istemiyor*",
    "(beni |bizi )?aramanizi istemiyor*",
    "(telefon|arama|cagri) almak istemiyor*",
    "(sizden|artik) (telefon|arama|cagri) istemiyor*",
    "(numarami|telefonumu|adimi|ismimi|beni|kaydimi) … (silin|sil|cikarin|cikar|cikartin|engelleyin|engelle|kaldirin)",
    "(verilerimi|bilgilerimi) … (silin|sil)",
    "(size|sana) (daha once )?(beni )?arama* (demistim|dedim|soylemistim)",
    "(kac|bin) (kere|kez|defa) (soyledim|dedim)( …)? arama*",
    "(beni |bizi )(artik )?rahatsiz etme*",
    "(beni |bizi )?rahat (birak|birakin|biraksaniz)( beni| artik)?",
    "(beni )?taciz etme*",
    "(onayimi|iznimi|rizami) (geri (cekiyorum|aliyorum)|iptal ediyorum)",
    "(aramaya|aramak icin) (izniniz|hakkiniz|yetkiniz) yok",
    "aramaniza izin vermiyor*",
    "(bana )(artik |bir daha )?ulasma*",
    "artik yeter( …)? arama*",
    "(istemiyorum|ilgilenmiyorum) … (artik |bir daha )?aramayin( artik)?",
    "ret veriyorum",
    "aramalarinizi reddediyorum"
  ],
  plain: [
    "(aramayin|aramayiniz|aramasinlar)( …)?",
    "^(lutfen |artik |yeter |rica ederim |rica ediyorum |ya |hayir ){0,3}(rahatsiz|taciz|telefon) (etme|etmeyin|etmeyiniz|etmesenize|etmeyin artik|etmez misiniz|etmesinler)( lutfen| artik| kardesim| rica ederim){0,3}$",

    `(beni|bizi|bu numarayi|burayi|evimi|evimizi|su numarayi|numarami|benimle|bizimle|bana|bize) … ${turkishNot}`,
    `${turkishNot} (beni|bizi|bu numarayi|burayi|evimi|bana|bize)( …)?`,
    `${turkishNot} (kardesim|abi|hanimefendi|beyefendi|diye|demistim|dedim|rica ediyorum)( …)?`,

    "(beni|bizi|bu numarayi) (lutfen )?(arama|aramayin|aramayiniz)",
    "beni aramaz misiniz( bir daha)?",
    "asla beni aramayin",
    "(aramayin|arama) artik"
  ],
  limits: [
    "(annemi|babami|esimi|kocami|karimi|oglumu|kizimi|kardesimi|patronumu|onu|onlari|komsumu)|pazartesi*|sali*|carsamba*|persembe*|cuma*|pazar*|ayin*|gunduz*|geceleri|su saat*|tatil*|cocuk*|bebek*|is (yeri*|telefon*)",

    "yerimden|yerime|cepten|cebimi|cepten|evden|isimden",

    "mesai*|saat*|ogle*|hafta ici|hafta sonu|haftaya|aksam*|gece*|sabah*|ofis*|isyeri*|iste|toplanti*|uyur*|oglen|bayram*|dokuz*|daha (gec|erken|sonra|az)|yerine|baska numara*|diger numara*|ramazan*|henuz|hemen",

    "simdi|bugun|yarin|sonra|once|kadar|iken|*ken|su an|eger|gelene",
    "(pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar) (gunu|gunleri)|(bu|gelecek) (saatte|hafta|aksam)",
    "(bu kadar |cok )(gec|erken|sik)|sabah|gece|aksam|isten|isyerinden|ofisten|(is|ofis) saatinde"
  ],
  span: {
    time: "bu (hafta|ay|yıl|sene)|(bir|iki|üç) (ay|hafta|yıl)( boyunca)?|bugün",
    again: "bir daha|tekrar",
    within: 0
  },
  denials: [
    "(?!(size|sizlere|sana|arkadaşına|arkadaşınıza|arkadaşa|hepinize|hanıma|hanımefendiye|beye|bayana|kıza|kişiye|adama|defa|daha|kere) )*(e|a) (de )?(söyledim|dedim|söylemiştim|demiştim) … … aramasın*",
    "(aramayin|arama|aramayiniz|etmeyin|etme) … (dedi|demis|dediler|demisler|diyor|diyorlar|dediydi|diyen)( …)?",

    "(demedim|demiyorum|soylemedim|soylemiyorum|istemedim)( …)?",
    "(birakma|birakmayin|birakmayiniz|kesme|kesmeyin|durdurmayin|vazgecmeyin|silme|silmeyin|silmeyiniz|cikarma|cikarmayin|cikartmayin|kaldirmayin|cekinme|cekinmeyin|unutma|unutmayin|engellemeyin)",
    "(yani|demek) … … (aranmayacak|aramayacak) *",
    "(komsu*|arkadas*|annem*|babam*|kardes*|esim*|oglum*|kizim*|patron*|abim*) … … (dedi|demis|soyledi|soylemis|sikayetci)",

    "(arama|aramayi|aramayin) (birakmayin|demedim|dememistim)",
    "aramayi (birakmayin|birakmay*|unutmay*)",
    "(neden|niye|nicin) … … (aramadi*|aramiyor*|aramaz|aranmadi*|aranmiyor*|aramayacak*)",
    "(kardesim|agabeyim|ablam|esim|kocam|karim|oglum|kizim|annem|babam|komsum|patronum|o|arkadasim) … (demis*|dedi|soyledi|aranmak|istemiyor)( …)?",
    "bana( …)? dedi",
    "(pazartesiye|saliya|carsambaya|persembeye|cumaya|yarina|haftaya) kadar",
    "(aramadi|aramadim|aramiyor|aramiyorsunuz)"
  ],
  alone: ["(stop|kes|kesin|birakin)( artik| lutfen)?", "(dur|durun|yeter) artik"],
  promises: [
    "(sizi |seni )?(bir daha|artik) (sizi |seni )?(aramayacagiz|aramayacagim|aramayiz|rahatsiz etmeyecegiz|rahatsiz etmeyecegim)",
    "(sizi )?bir daha (aranmayacaksiniz|rahatsiz edilmeyeceksiniz)",
    "artik aranmayacaksiniz",
    "(numaranizi|isminizi|sizi) (listemizden |sistemimizden |listeden )?(sildik|siliyoruz|cikardik|cikariyoruz|silecegiz|cikaracagiz|sildim)",
    "numaraniz (listemizden |sistemimizden |listeden )?(silindi|silinecek|cikarildi)"
  ]
})

// Ways of calling and bothering, after "do not".
const call =
  "(تتصل|تتصلوا|تتصلون|تتصلي|تتصلين|تتصلش|تتصلوش|تكلمني|تكلموني|تكلمونا|تكلمنا|تتواصل|تتواصلوا|تتواصلون|تدق|تدقوا|تدقون|ترن|ترنوا|ترنون|تزعجوني|تزعجني|تزعجونا|تضايقوني|تضايقني|تهاتفوني|تهاتفني|تخابروني|تخابرني|تتلفن|تتلفنوا|تتلفنون|تحاكوني|تحاكيني|تحكوا معي|تعاود الاتصال|تعاودوا الاتصال|تعيدوا الاتصال|ترجع تتصل|ترجعوا تتصلوا|ترجعون تتصلون|تعود تتصل|تعودوا تتصلوا|تطلبوني|تطلبني|تحاول الاتصال|تحاولوا الاتصال|تقلقوني|تقلقني|ترسلوا|تراسلوني)"
const noLonger =
  "(لا عاد|ما عاد|ماعاد|عاد لا|لا بقي|لا بقى|ما بقى|مابقى|بقى لا|من اليوم لا|بعد اليوم لا|من الان لا|من الان فصاعدا لا|مستقبلا لا|مرة ثانية لا|مرة اخرى لا|نهائيا لا|ابدا لا|ابدا ما|خلاص لا|خلاص ما|لا تعود|لا تعودوا|لا ترجع|لا ترجعوا|ما ترجعوا|ما ترجع|يا ريت ما|ياريت ما)"
const again =
  "(مرة اخرى|مره اخرى|مرة ثانية|مرة تانية|مرة تاني|ثانية|ثاني|تاني|مجددا|ابدا|بعد اليوم|بعد الان|نهائيا|بالمرة|اطلاقا|بتاتا|مطلقا|مستقبلا|في المستقبل|من جديد|بعد كذا|بعد كده|بعد هيك|بعدها|ابد|نهائي|خالص)"
const arabicThreat =
  "(ساشتكي|اشتكي|هشتكي|بشتكي|نشتكي|بلاغ|الشرطة|للشرطة|بالشرطة|البوليس|شكوى|محامي|محام|المحامي|المحكمة|القضاء|للقضاء|قضية|هبلغ|سابلغ|ابلغ|ببلغ|بلوك|ساحظر|هعمل|القانون|قانونية|المحاكم)"
const arabicTelling =
  "(اتصل|اتصلت|اتصلتم|اتصلتوا|اتصلتو|اتصلتي|تتصل|تتصلوا|تتصلون|كلمتني|كلمتوني|كلمتموني|رنيت|رنيتوا|عاودتم|عدتم|ازعجتموني|ازعجتوني|دقيتوا|دقيتو|استمررتم|استمريتوا|الاتصال|توقفتم)"
const arabicCalls =
  "(اتصال|اتصالات|الاتصال|الاتصالات|اتصالاتكم|اتصالكم|مكالمات|مكالمة|المكالمات|مكالماتكم|مكالمه|تلفونات|تليفونات|تتصل|تتصلوا|تتصلون|تتصلي|يتصل|تكلموني|تكلمني|تواصل|التواصل|ازعاج|تزعجوني|ازعاجكم|تتواصلوا|تتواصل)"

const arabicWords: Words = {
  call: "*تصل*|*اتصال*|*مكالم*|*كلم*|*تواصل*|*ترن*|*تدق*|*ازعا*|*هاتف*",
  again: ["مرة*|تاني|ثاني*|ابدا|مجددا|بعد|اخرى|كمان|استمر*|اذا|لو|تتوقف*", "اتصال اخر|مكالمة اخرى"],
  record: [
    "(كل|جميع) (ما|شيء|شي|المعلومات) … عني",
    "(رقمي|رقم|اسمي|بياناتي|معلوماتي|نمرتي)|(القائمة|قائمتكم|القوايم|قاعدة|عندكم|السيستم|النظام)"
  ],
  remove: "احذف*|امسح*|شيل*|اشيل|ازال*|ازيل*|الغ*|حذف|شطب|اشطب*|ازالة|مسح",
  stop: "كفاية|كفى|توقف*|بطل*|خلاص|اوقف*|وقف*|بس بقى|كفوا|يكفي",
  dontCall: "(لا|ما) (تطلب*|ترن*|تدق*|تتصل*|تكلم*) … (رقم|الرقم|علي|بي)",
  dontTry: "لا (تحاول*|داعي|تتعب*)|ما (تحاول*|في داعي|تتعب*)|متحاول*|بلاش|(لا|ما) تعاود*",
  consent: "موافق*|اذن|تصريح",
  withdraw: "*سحب*|*الغي*|تراجع*|الغاء",
  forbidden: [
    "(لم|ما|لا) (اعط|اعطي|عطيت|اعطيت|امنح|منحت|اديت) … (موافق*|اذن|تصريح)",
    "(لا|لم|ما|مش|مو) (*سمح*|*وافق*|*اقبل*|*ارغب*|من حق*|*اذن*|عندكم الحق|مسموح)|*حق لكم*|ممنوع*|*منع*",
    "ارفض|رافض*|بدون (اذن|موافق)*|لا يحق"
  ],
  harassment: [
    "(هذا|هاد|دا|هذي|ده) … (ازعاج|مضايق*|تحرش|ملاحق*) … … (شكو*|شرط*|بلغ*|محكم*)",
    "(هذا|ده|دا) (تحرش|مضايقة)"
  ],
  threat: "*شرطة|*بوليس|شكو*|*محام*|قضية|*محكمة|*بلغ*|اشتك*|*قانون*|مخفر",
  goOn: "(اذا|لو|ان) … (تتوقف*|استمر*|توقف*|بطلت*)",
  how: "كيف|ازاي|شلون|شو اعمل|ايش اسوي|وش اسوي|هل يمكن|عايز|عاوز|ابغى|اريد|بدي|ابي",
  escape: "*وقف*|*لغي*|*الغاء*|ما (يجي|توصل|يتصل)*|*اشيل*|اخلص*|لا تصل*|امنع*|شيل",
  last: "(هذه|هذي|دي|تكون|هاي|خليها) … (اخر|اخير*) (مرة|مكالمة|اتصال)|اخر (مرة|مكالمة|اتصال) … تتصل*",
  block: "(*احظر*|*بلوك*|*حظر*) … (رقم*|الرقم)",
  optOut: [
    "(لا|ما) تستخدم* (هذا الرقم|رقمي)|(قلت|اخبرت|بلغت) (لزميل*|زميل*|لموظف*|للموظف*) (الا|ان لا|لا|ما) *",
    "حل* عني|قائمة (عدم|الحظر|منع)*|(اشيل|شيل|شيلوا) رقمي|الغاء … (هذه|هذي) المكالمات"
  ],
  whoSaid: "(مين|من|منو) (قال*|اللي قال|حكى|يقول)",
  others: ["*بنك|*شركة|(?<!يا )اخي|اخوي|اختي|زوجي|زوجتي|ابني|بنتي|امي|ابوي|والدي|جاري|مديري|صاحبي|صديقي|مراتي", "جوزي"],
  told: "قلت|قال*|طلب*|حكيت|حكى|بلغت|*تزعج*",
  someday: "(اذا|لو|يوم) (لم|ما|مش|بطلت|يوم)*",
  willTell: "*خبر*|*قولك*|*بلغك*|اقول لك*|حقول*",
  oldOne: "القديم*|السابق",
  newOne: "الجديد*|تغير*|غيرت*",
  quote: "^هل (طلب|قال) *|^(هو |هي |ثم )?(قال|قالت|قالوا) (لا|ما) *",
  goOnPlease: [
    "(لا|ما|مش) (*ريد*|بدي|عايز|ابغى|ابي) … (تتوقف*|توقف*|تبطل*)|لا *سحب|لا *زعجني ابدا (تفضل*|كمل*)",
    "(لماذا|ليش|ليه|لم) … (توقف*|بطلت*|وقفت*)"
  ]
}

export const arabic = netOf({
  words: arabicWords,
  ever: [
    "(لا|ما) (اود|احب|اريد|ارغب|ابغى|ابي) … (يصلني|تصلني|يجيني|توصلني|تجيني|يوصلني) … (اتصال*|مكالم*)",
    `(قلت|قلنا|طلبت|طلبنا) (لكم|لك|منكم|منك) … (لا|ما) ${call}( …)?`,
    "(مابي|ماابي|مابغى|مابغا|مابدي|مااريد) … (مكالمات|اتصالات|مكالماتكم|اتصالاتكم)( …)?",
    "المر(ة|ه) (الجاية|الجايه|الجاي|القادمة|الثانية) … (*شتكيكم|*شتكي|*بلغ*|*قاضيكم|*رفع)( …)?",
    "(خلوني|خليني|اتركوني|اتركني|سيبوني|سيبني|دعوني) (بسلام|في سلام|بهدوء|في هدوء|براحتي|مرتاح)",
    "(لا|ما|مو|مش|مب) (عاد |عدت )?(اريد|نريد|ارغب|ابغى|ابغا|ابي|نبي|عايز|عايزة|عاوز|عاوزة|بدي|احتاج|محتاج|محتاجة|يلزمني) … (مكالماتكم|اتصالاتكم|اتصالكم|مكالمتكم|مكالماتك|اتصالاتك)( …)?",
    "(ليس|ما|مش|مو|مالكم|ما ل) ?(لكم|لك|عندكم|لديكم|كم)? ?(اي )?(الحق|حق|من حقكم) … (الاتصال|بالاتصال|تتصل*|تكلم*)( …)?",
    "(?<!(القديم|الثاني) )(الرقم|رقمي|النمرة|نمرتي) (امسح*|احذف*|شيل*|الغ*)( …)?",
    "(زهقت|زهقنا|تعبت|تعبنا|مليت|طفشت|ضجرت|سئمت|قرفت|تعبتوني|زهقتوني) (من |ب)?(مكالماتكم|اتصالاتكم|اتصالكم|مكالمتكم|ازعاجكم|مكالماتك)( …)?",
    "(لا|ما|مو|مش) (اريد|ابي|ابغى|عايز|عاوز|بدي) … (اسمع|سماع) (صوتكم|منكم|عنكم|صوتك|صوتكو)( …)?",

    `ما ?بقاش … (${call}|تعيط*|تعيطوا|تعيطولي)( …)?`,
    "(ما|لا|ما تبقاش) (تعيط|تعيطش|تعيطوش|تعيطوا|تعيطلي|تعيطليش)( …)?",
    "(انس*|احذف*|امسح*|شيل*) … (هالرقم|ها الرقم|هالنمرة|الرقم نهائيا)( …)?",
    `(مش عايزك|مش عاوزك|مش عايزاكم|ما ابيك|ما ابغاك|ما بدي ياك|مو حابب|ما اريدك|لا اريدك) … (تكلم*|تتصل*|تتواصل*|ترن*) ${again}( …)?`,
    "(بطل|بطلوا|بطلو) (ترن|ترنوا|تدق|تدقوا|تزعج*|تضايق*|تكلم*)( …)?",
    `(ارفض|نرفض|رافض|رافضة|غير موافق|غير موافقة|لست موافقا|لست موافق) … (${arabicCalls})( …)?`,

    `(ابدا |بعد اليوم |مرة ثانية |مرة اخرى |خلاص |ارجوكم |رجاء )?و?(لا|ما) ${call}( …)? ${again}( …)?`,
    `و?${noLonger} … ${call}( …)?`,
    `و?(ما ?|م)ت(تصلش|تصلوش|تصليش|كلمنيش|كلمونيش|كلموناش|رنش|رنوش|رنوليش|زعجنيش|زعجونيش|قلقونيش|ضايقونيش)( …)? ${again}( …)?`,
    "(احذف*|امسح*|شيل*|شيلو|ازل|ازيل*|الغوا|الغي|احظر*|حظر|حذف|ازالة|مسح|شطب|اشطب*|انس|انسوا|انسى|انسو|اخرج*|طلع*|بلوك) … (رقمي|رقمنا|اسمي|بياناتي|معلوماتي|رقم تلفوني|هذا الرقم|الرقم هذا|الرقم دا|الرقم ده|رقم هاتفي|هاتفي|رقم جوالي|جوالي|نمرتي|تلفوني|موبايلي)( …)?",
    "(رقمي|اسمي|بياناتي|نمرتي) … (احذف*|امسح*|شيل*|ازيل*|يحذف|ينحذف|يتشال|يتمسح)( …)?",
    "(احذف*|شيل*|ازيل*|طلع*|اخرج*|اشطب*|ازالتي|حذفي) … (القائمة|قائمتكم|القوائم|قوائمكم|اللستة|الليستة|قاعدة|النظام|السيستم)( …)?",
    "(الغ*) (اشتراكي|الاشتراك|تسجيلي) … (المكالمات|الاتصالات|الرسائل|التسويقية|القائمة|مكالماتكم|اتصالاتكم)",
    `(اذا|لو|ان|اي|اتصلوا|كل ما|مرة ثانية) … ${arabicTelling} … … ${arabicThreat}( …)?`,
    `${arabicThreat} … … (اذا|لو|ان) … ${arabicTelling}( …)?`,
    `(توقف|توقفوا|توقفي|كف|كفوا|امتنع|امتنعوا|كفاكم|يكفي|كفاية|وقف|وقفوا|وقفو|اوقف|اوقفوا|بطل|بطلوا|بطلو) … (${arabicCalls}|ازعاجي|مضايقتي|مضايقة|ازعاجنا|رن|تلفون|تليفون)( …)?`,
    "(ارجو|يرجى|الرجاء|رجاء|ارجوكم|اطلب|نرجو|من فضلكم|اتمنى|ياريت|طالب|اطالب) … عدم (الاتصال|الازعاج|التواصل|ازعاجي|معاودة|تكرار|مهاتفتي|الرن)( …)?",
    "(سيبوني|سيبني|سيبونا|اتركوني|اتركني|اتركونا|خلوني|خليني|حلوا|حل) (في|ب|عن|عني)?( )?(حالي|حالنا|وشاني|شاني|وشاننا|سماي|بحالي|عني|في حالي|ف حالي)( …)?",
    `(لا|ما|مو|مش) (اوافق|موافق|موافقة|اقبل|قابل|اسمح|ارضى) … (${arabicCalls}|الاتصالات)( …)?`,
    `(لا|ما|مو|مش|مب) (اريد|نريد|ارغب|ابغى|ابغا|ابي|نبي|عايز|عايزة|عايزه|عاوز|عاوزة|بدي|حاب|حابب|حابة|احب|محتاج) … (اتصالات|مكالمات|اتصالاتكم|مكالماتكم|المكالمات|الاتصالات|ازعاج) … (منكم|${again}|دي|هذي|هذه|من شركتكم)( …)?`,
    `(لا|ما|مو|مش|مب) (اريد|نريد|ارغب|ابغى|ابغا|ابي|نبي|عايز|عايزة|عايزه|عاوز|عاوزة|بدي|حاب|حابب|حابة|احب|محتاج) … … ${arabicCalls} … … ${again}( …)?`,
    "(مش عايزكم|مش عاوزكم|ما ابيكم|ما ابغاكم|ما بديكم|ما بدي ياكم|مش عايز حد|مش عاوز حد|ما ابي احد|ما ابغى احد|لا اريد احدا|لا اريد من احد|لا اريدكم) (ان )?(منكم )?(تتصل*|يتصل*|يكلمني|تكلموني|تتواصل*|يرن|ترنوا)( …)?",
    "(حطوني|ضعوني|سجلوني|ضيفوني|اضيفوني|حط رقمي|حطوا رقمي|ضعوا رقمي) … (القائمة السوداء|قائمة عدم الاتصال|قائمة الحظر|البلاك ليست)",
    `(كم|ميت|الف|مية) (مرة|مره) … … (لا|ما) ${call}( …)?`,
    "اخر مرة (تتصل*|تكلم*|ترن*)( …)?",

    "(امنعكم|امنعك) من (الاتصال|ازعاجي)( …)?",
    "لا اريد (سماع|اسمع) (صوتكم|منكم)( …)?",
    "(احذفوني|احذفني|شيلوني|ازيلوني) من (القائمة|قائمتكم|عندكم|النظام)",
    "خلاص لا تتصل*",

    "(لا|ما|مش) (اريد|ارغب|ابغى|ابي|عايز) ان يتصل (بي|بنا|علي)( …)?",
    "(كفاية|كفاكم|يكفي) (اتصالات|مكالمات|ازعاج)",
    "(اوقف|اوقفوا|وقفوا) (الاتصال|الاتصالات|اتصالاتكم|المكالمات|ازعاجي)( …)?",
    `(لا|ما|لا عاد|ما عاد|ماعاد|لا تعود|لا ترجع) ${call}( …)? (مرة (اخرى|ثانية|تانية)|ثانية|ثاني|تاني|مجددا|ابدا|بعد اليوم|نهائيا|بعد الان)`,
    "(ما تتصلش|متتصلش|متتصلوش|ما تتصلوش|متكلمنيش|ما تكلمنيش|متكلمونيش)( …)? (تاني|ثاني)",
    `لا عاد ${call}( …)?`,
    "(توقف|توقفوا|كف|كفوا|امتنع|امتنعوا) (عن|من) (الاتصال|ازعاجي|الازعاج|مضايقتي)( …)?",
    "(بطل|بطلوا|بس|خلاص) (تتصل|تتصلوا|تتصلون|اتصال|تكلموني)( …)?",
    "(ما|مو|مش|لا) (ابغى|ابغا|ابي|عايز|عاوز|اريد|ارغب|بدي|نريد|حاب) (في )?(تلقي )?(اي )?(اتصالات|مكالمات|مكالماتكم|اتصالاتكم|اتصال)( …)?",
    "(ما|مو|مش|لا) (ابغى|ابغا|ابي|عايز|عاوز|اريد|بدي) (احد |حد )?(يتصل|ان تتصلوا|ان تتصل|تتصلوا|تتصلون)( …)?",
    "(احذف|احذفوا|امسح|امسحوا|شيل|شيلوا|ازل|ازيلوا|الغي|الغوا|احظر|احظروا) (رقمي|اسمي|بياناتي|الرقم ده|هذا الرقم)( …)?",
    "(قلت|طلبت|حكيت|نبهت) (لكم|منكم|لك|منك|عليكم) (لا تتصل*|عدم الاتصال|الا تتصل*|ما تتصل*)( …)?",
    "(ارجو|يرجى|الرجاء|رجاء|ارجوكم|اطلب) (منكم )?عدم (الاتصال|الازعاج|التواصل|ازعاجي)( …)?",
    "(لا|ما) (تزعجوني|تزعجني|تضايقوني|تضايقني)( …)?",
    "(اتركوني|اتركني|سيبوني|سيبني|خلوني|خليني) (في|ب)?(حالي| حالي|وشاني| وشاني)",
    "(اسحب|الغي|سحبت) موافقتي( …)?",
    "(ليس|ما) (لديكم|عندكم|لكم) (اذن|حق|موافقة|تصريح)( …)? (الاتصال|بالاتصال|تتصلوا)( …)?",
    "لا اسمح (لكم |لك )?(بالاتصال|ان تتصل*)( …)?",
    "قائمة عدم الاتصال",
    "ممنوع (تتصلوا|تتصل|الاتصال)( …)?",
    "غير مهتم و?لا تتصل*( …)?"
  ],
  plain: [
    `لا (ترسل*|تراسل*) ولا ${call}`,
    `(لا|ما|بلاش) ${call} (بس |فقط |لكن )?(ارسل*|ابعث*|ابعت*|اكتب*|راسل*)`,
    `و?(لا|ما|بلاش) ${call} (بي|علي|بنا|فيني|فيي|بيا|معي|معنا|معايا|لي|علينا|عليا|بهذا|على هذا|هذا|ع هالرقم|على هالرقم|هنا)( …)?`,
    "و?(لا|ما) (تزعج*|تضايق*|تقلقو*|تكلموني|تكلمني|تهاتف*)",
    "(ما ?|م)ت(تصلش|تصلوش|تصليش|كلمنيش|كلمونيش|رنش|رنوش|زعجنيش|زعجونيش) (بيا|بي|علي|عليا|هنا|معايا)?( …)?",
    `(لا|ما|مو|مش|مب) (اريد|نريد|ارغب|ابغى|ابغا|ابي|نبي|عايز|عايزة|عاوز|عاوزة|بدي|حاب|حابب|حابة|احب) … (${arabicCalls})( …)?`,
    `(لا داعي|لا حاجة|ما في داعي|ما له داعي|مالوش لازمة) … (${arabicCalls}|للاتصال)( …)?`,

    `(لا|ما) ${call}( بي| علي| بنا| فيني| على هذا الرقم| بهذا الرقم)`,
    "(ما تتصلش|متتصلش|متتصلوش|ما تتصلوش)( بيا| بي| علي)"
  ],
  limits: [
    "(بامي|بابي|بزوجتي|بزوجي|بابني|بامه|بابنتي|باخي|بوالدتي|بوالدي)|الدرس|السواقة|السيارة|البيت|بدري|متاخر|دقيقة|شوي|شوية|ساعة",

    "و?(في )?(المساء|مساء|صباحا|الصباح|ليلا|بالليل|الليل|باليل|الظهر|العصر|الفجر|المغرب|الساعة|العشاء|رمضان|الجمعة|السبت|الاحد|العيد|بدري|الصبح|الاجتماع|اجتماع|الصلاة|النوم)",
    "وانا|والبيبي|والولد|وهو|وهي|نايم*|نائم*|نايمة|اثناء|وقت *|(الرقم|رقم) (الثاني|ثاني|الاخر|التاني)|على البيت|بدل|بدلا|كثير|كتير|كثيرا|زوجتي|زوجي|امي|ابني|بنتي|المنتج|قبل|الحين|دلوقتي|هسه|هلا|هلق",

    "الان|اليوم|غدا|بكرة|لاحقا|بعدين|قبل|حتى|الى ان|عندما|لما|اذا|لو|اثناء|خلال",
    "(يوم|ايام) *|(في )?(وقت متاخر|الصباح|الليل|هذا الوقت|الصبح)|متاخر",
    "(في|على) (المكتب|الشغل|العمل|الدوام)|هذا الاسبوع"
  ],
  span: {
    time: "هذا (الاسبوع|الشهر|العام)|هذه السنة|لمدة *|اليوم|حتى *|لحد *",
    again: "مرة (اخرى|ثانية)|تاني|مجددا",
    within: 0
  },
  denials: [
    "(توقف|انقطع|انقطعت) (الاتصال|المكالمة) (فجاة|لوحده|عندي|قبل)",
    "(اتصالاتكم|مكالماتكم|اتصالكم|مكالمتكم) (لا|ما|مش|مو) (تزعج*|تضايق*|مزعج*|بتزعج*|يزعج*)( …)?",

    "(لا|ما|مو|مش) (اريد|ابي|ابغى|اريدكم|عايز|عاوز|بدي|عايزكم|ابيكم) … (تتوقف*|توقفوا|توقف|تبطل*|تحذف*|تمسح*|حذف|تشيل*)( …)?",
    "(لا|ما) (تحذف*|تمسح*|تشيل*|تزيل*|تلغ*|تتردد*|تنسوا|تنسون|تبطل*|توقف*|تستحي*)( …)?",
    "(يعني|تقصد|تقصدون|هل) … (ما راح|لن|ما رح|مش ح*|مش راح) …( …)?",

    "لا (تتوقف|تتوقفوا|تنس|تنسى)",
    "(لم|ما) (اقل|اطلب|قلت|طلبت)( …)?",
    "(لماذا|ليش|ليه|لم) (انت |انتم |انتو |محد |حد )?(لم|ما|لا|مش|محد|ما حد)( …)?",
    "(?<!يا )(اخي|اختي|زوجي|زوجتي|ابني|ابنتي|امي|ابي|جاري|جارتي|مديري|هو|هي|صديقي|صديقتي) (طلب*|قال*|لا|ما|يقول|تقول|لا يريد|لا تريد)( …)?",
    "حتى (يوم )?(الاثنين|الثلاثاء|الاربعاء|الخميس|الجمعة|السبت|الاحد|الغد)"
  ],
  alone: ["(توقف|توقفوا|كفى|ستوب|بطلوا)( من فضلك| لو سمحت| ارجوك)?"],
  promises: [
    "(لن|ما راح|ما رح|مش ح|مش هن) ?(نتصل|اتصل|نزعج*|ازعج*|نتواصل|نكلم*)( بك| بكم| عليك| معك)?( …)?",
    "لن (يتم الاتصال|يتصل) (بك|بكم)( …)?",
    "لن تتلقى (اي |مزيد* من ال)?(اتصالات|مكالمات)( …)?",
    "(قمنا ب|تم |لقد )?(حذف|ازالة|حذفنا|ازلنا|حذفت|سنحذف|سنزيل|ساحذف) (رقمك|رقمكم|اسمك)( …)?"
  ]
})
