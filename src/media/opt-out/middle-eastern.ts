import { netOf } from "./phrases.ts"

export const turkish = netOf({
  ever: [
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
    "(beni|bizi|bu numarayi) (lutfen )?(arama|aramayin|aramayiniz)",
    "beni aramaz misiniz( bir daha)?",
    "asla beni aramayin",
    "(aramayin|arama) artik"
  ],
  limits: [
    "simdi|bugun|yarin|sonra|once|kadar|iken|*ken|su an|eger|gelene",
    "(pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar) (gunu|gunleri)|(bu|gelecek) (saatte|hafta|aksam)",
    "(bu kadar |cok )(gec|erken|sik)|sabah|gece|aksam|isten|isyerinden|ofisten|(is|ofis) saatinde"
  ],
  denials: [
    "(arama|aramayi|aramayin) (birakmayin|demedim|dememistim)",
    "aramayi (birakmayin|birakmay*|unutmay*)",
    "(neden|niye|nicin)( …)?",
    "(kardesim|agabeyim|ablam|esim|kocam|karim|oglum|kizim|annem|babam|komsum|patronum|o|arkadasim) … (demis*|dedi|soyledi|aranmak|istemiyor)( …)?",
    "bana( …)? dedi",
    "(pazartesiye|saliya|carsambaya|persembeye|cumaya|yarina|haftaya) kadar",
    "(aramadi|aramadim|aramiyor|aramiyorsunuz)"
  ],
  alone: ["(dur|durun|yeter|stop|kes|kesin|birakin)( artik| lutfen)?"],
  promises: [
    "(sizi |seni )?(bir daha|artik) (sizi |seni )?(aramayacagiz|aramayacagim|aramayiz|rahatsiz etmeyecegiz|rahatsiz etmeyecegim)",
    "(sizi )?bir daha (aranmayacaksiniz|rahatsiz edilmeyeceksiniz)",
    "artik aranmayacaksiniz",
    "(numaranizi|isminizi|sizi) (listemizden |sistemimizden |listeden )?(sildik|siliyoruz|cikardik|cikariyoruz|silecegiz|cikaracagiz|sildim)",
    "numaraniz (listemizden |sistemimizden |listeden )?(silindi|silinecek|cikarildi)"
  ]
})

const call = "(تتصل|تتصلوا|تتصلون|تتصلي|تتصلش|تتصلوش|تكلمني|تكلموني|تتواصل|تتواصلوا|تدق|تدقون|ترن|ترنوا|تزعجوني|تزعجني)"

export const arabic = netOf({
  ever: [
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
    `(لا|ما) ${call}( بي| علي| بنا| فيني| على هذا الرقم| بهذا الرقم)`,
    "(ما تتصلش|متتصلش|متتصلوش|ما تتصلوش)( بيا| بي| علي)"
  ],
  limits: [
    "الان|اليوم|غدا|بكرة|لاحقا|بعدين|قبل|حتى|الى ان|عندما|لما|اذا|لو|اثناء|خلال",
    "(يوم|ايام) *|(في )?(وقت متاخر|الصباح|الليل|هذا الوقت|الصبح)|متاخر",
    "(في|على) (المكتب|الشغل|العمل|الدوام)|هذا الاسبوع"
  ],
  denials: [
    "لا (تتوقف|تتوقفوا|تنس|تنسى)",
    "(لم|ما) (اقل|اطلب|قلت|طلبت)( …)?",
    "(لماذا|ليش|ليه|لم لا)( …)?",
    "(اخي|اختي|زوجي|زوجتي|ابني|ابنتي|امي|ابي|جاري|جارتي|مديري|هو|هي|صديقي|صديقتي) (طلب*|قال*|لا|ما|يقول|تقول|لا يريد|لا تريد)( …)?",
    "حتى (يوم )?(الاثنين|الثلاثاء|الاربعاء|الخميس|الجمعة|السبت|الاحد|الغد)"
  ],
  alone: ["(توقف|توقفوا|كفى|خلاص|بس|ستوب|بطلوا)( من فضلك| لو سمحت| ارجوك)?"],
  promises: [
    "(لن|ما راح|ما رح|مش ح|مش هن) ?(نتصل|اتصل|نزعج*|ازعج*|نتواصل|نكلم*)( بك| بكم| عليك| معك)?( …)?",
    "لن (يتم الاتصال|يتصل) (بك|بكم)( …)?",
    "لن تتلقى (اي |مزيد* من ال)?(اتصالات|مكالمات)( …)?",
    "(قمنا ب|تم |لقد )?(حذف|ازالة|حذفنا|ازلنا|حذفت|سنحذف|سنزيل|ساحذف) (رقمك|رقمكم|اسمك)( …)?"
  ]
})
