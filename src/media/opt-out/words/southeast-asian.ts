import type { Words } from "../grammar.ts"
import { netOf } from "../phrases.ts"

// Ways of saying "do not", of calling, and of naming oneself.
const indonesianNot =
  "(jangan|jgn|ojo|janganlah|jangan pernah|jangan sampai|jangan sekali kali|gak usah|nggak usah|ga usah|gk usah|enggak usah|ngga usah|tidak usah|tak usah|gausah|tidak perlu|gak perlu|nggak perlu|ga perlu|tak perlu|mohon tidak|tolong tidak|harap tidak|agar tidak|supaya tidak|mohon untuk tidak|tolong untuk tidak|dilarang|stop|setop|berhenti|berhentilah|hentikan|udahan)"
const indonesianCall =
  "(telepon|telpon|telfon|telp|tlp|menelepon|menelpon|menelfon|nelpon|nelfon|nelepon|telponin|teleponin|nelponin|neleponin|telponi|hubungi|menghubungi|hubungin|ngehubungin|kontak|mengontak|kontek|ngontak|call|calling|ganggu|mengganggu|gangguin|ngeganggu|gangguan|usik|mengusik|teror|meneror|neror|panggil|memanggil|ditelepon|ditelpon|ditelponin|diteleponin|ditelfon|dihubungi|diganggu|diteror|spam|menyepam|mengusikku|merepotkan|melecehkan|mengontakku|nyepam)"
const indonesianMe =
  "(saya|aku|gue|gua|gw|kami|kita|ane|nomor ini|no ini|nomor saya|nomorku|rumah saya|rumah ini|ke sini|kesini|sini|ke nomor ini|ke saya|ke nomor saya|ke rumah)"
const indonesianThreat =
  "(tuntut|menuntut|lapor|lapork*|melapor|melaporkan|polisi|pengacara|somasi|hukum|pidana|dilaporkan|ojk|kominfo|ylki|blokir|block|saya blok)"

const indonesianWords: Words = {
  call: ["*telepon*|*telpon*|*nelpon*|*nelepon*|*hubung*|panggilan|kontak|dikontak|ditelfon|telfon|nelfon", "*ganggu*"],
  again: "lagi|terus|pernah|kembali|masih|kalau|sekali lagi|selamanya|kedepannya",
  record: [
    "(nomor|data|nama|kontak|informasi|no) (telepon |hp |pribadi )?(saya|aku|gue|gua|ku|ini|kami)",
    "(nomorku|dataku|namaku)|dari (daftar|database|sistem|list|kontak)"
  ],
  remove: "hapus*|keluarkan|coret|buang|hilangkan|cabut|dihapus|delete|blokir",
  stop: "stop|berhenti|setop|hentikan|dihentikan|cukup|sudahi|udahan|udahin",
  dontCall: "",
  dontTry: "jangan (coba|dicoba|berani|repot)*|(gak|tidak|ga|nggak|tak) usah|tidak perlu|percuma",
  consent: "persetujuan|izin|ijin|consent",
  withdraw: "cabut|mencabut|tarik|batalkan|menarik|membatalkan",
  forbidden: [
    "(tidak|nggak|gak|ga|tak|belum) (pernah |kasih |ada |beri |memberi |ngasih |dikasih ){0,3}(setuju|boleh|izin*|ijin*|diizinkan|berhak|mengizinkan|menyetujui|terima|menerima)",
    "dilarang|larang|melarang|keberatan|menolak|tolak|tanpa (izin|persetujuan)|risih|terganggu",
    "(tidak|nggak|gak|ga|tak) (punya|ada|memiliki) (hak|izin)"
  ],
  harassment: "(ini|itu) (udah |sudah |namanya |adalah )?(gangguan|pelecehan|teror|meneror)",
  threat: "polisi|lapor*|pengacara|tuntut|ojk|hukum|somasi|ylki|pidana|adukan|mengadu*",
  goOn: "(kalau|kalo|jika|bila) … (masih|terus|tidak berhenti|gak berhenti|lagi)",
  how: "gimana|bagaimana|apa yang harus|bisakah|cara*|bisa nggak|bisa tidak",
  escape: [
    "supaya (tidak|gak|nggak|ngga|ga|enggak)|biar (gak|tidak|ga|nggak|ngga|enggak|kagak)|agar (tidak|gak|nggak)|berhenti|stop|keluar|unsubscribe",
    "hentikan"
  ],
  last: [
    "(ini|semoga ini|jadikan ini) … (terakhir|terakhir kali*) … (*telepon|*telpon|*nelpon|*hubungi)",
    "(ini|yang) terakhir kali (kamu|anda|kalian|mbak|mas|bapak|ibu)?"
  ],
  block: "(saya|aku|gue|kami)? ?(blokir|blok|block|akan blokir) … (nomor|kalian|anda|kamu|ini)",
  optOut: [
    "jangan (pakai|gunakan|pake) (lagi )?nomor (ini|saya)|(tidak|gak|nggak) mau (dengar|mendengar) … (dari|tentang) (kalian|anda)",
    "(sudah|udah) bilang (ke|sama|kepada) (teman|rekan|kolega) (anda|kamu|kalian) … jangan *",
    "minta (untuk )?tidak dihubungi|(batalkan|berhenti|stop) langganan|unsubscribe|jangan kontak",
    "tidak mau dihubungi|tidak ingin dihubungi|daftar … jangan (di)?(hubungi|telepon)"
  ],
  whoSaid: "(siapa|kata siapa) … (bilang|ngomong)?",
  others: [
    "bank|perusahaan lain|perusahaan|kakak|adik|suami|istri|anak|ibu saya|bapak saya|mama|papa|tetangga",
    "bos|teman|pacar"
  ],
  told: "bilang|ngomong|minta|menyuruh|suruh|kata|ganggu saya",
  someday: "(kalau|kalo|jika|nanti) (suatu|saya (sudah )?(tidak|gak|nggak)|aku (gak|tidak))",
  willTell: "kabari|kabarin|bilang|beritahu|kasih tahu|infokan|hubungi anda",
  oldOne: "lama|sebelumnya",
  newOne: "baru|ganti|diganti|yang ini",
  refrain: "hindari|menghindari",
  neitherNor: "(hari ini|sekarang) (atau|maupun|dan) (kapan pun|kapanpun|nanti|besok|seterusnya)",
  quote:
    "ada yang (minta|meminta|suruh|menyuruh|bilang)|saya (saja )?(yang )?(akan|bisa) (telepon|menelepon|hubungi)|saya (kira|pikir)",
  goOnPlease: [
    "(tidak|gak|nggak) (mau|ingin) (kalian |anda |kamu )?(berhenti|stop)|tidak mencabut|tidak terganggu",
    "(gak|nggak|ga) terganggu|tidak mengganggu",
    "(kenapa|mengapa|kok) … (berhenti|stop)"
  ]
}

export const indonesian = netOf({
  words: indonesianWords,
  ever: [
    `(mulai|dari|sejak|semenjak) (sekarang|hari ini|saat ini|detik ini) … ${indonesianNot} … ${indonesianCall}( …)?`,
    `(ke depannya|kedepannya|lain kali|selanjutnya|seterusnya) … ${indonesianNot} … ${indonesianCall}( …)?`,
    "berhenti (menerima|terima|dapat|dapet) (telepon|telpon|panggilan)( …)?",

    `${indonesianNot} … ${indonesianCall} … (lagi(?! (rapat|kerja|di|sibuk|tidur|nyetir|makan|meeting|ada|sakit|nanti|besok|hari|kalau|kalo|saat|waktu|malam))|terus|selamanya|terus terusan|melulu|mulu|kapanpun|sama sekali|seterusnya|maneh|selama lamanya|trus)`,
    `(${indonesianNot}) (pernah|sekali kali|coba coba) … ${indonesianCall} … ${indonesianMe}( …)?`,
    `${indonesianNot} (lagi|pernah lagi) … ${indonesianCall}( …)?`,
    `(stop|setop|berhenti|berhentilah|hentikan|udahan) … ${indonesianCall} ?(${indonesianMe})?( …)?`,
    `${indonesianCall} … (tolong|mohon) (berhenti|stop|hentikan|dihentikan)`,
    "(hapus*|coret|dicoret|keluarkan|keluarin|hilangkan|hilangin|buang|blokir|lupakan|lupain|blok|delete|remove|singkirkan|copot|menghapus|menghapuskan|apus|apusin|cabut) … (nomor|nama|kontak|data|no|nomer|nomorku|namaku) … (saya|aku|gue|gua|ini|kami|ku|daftar)( …)?",
    "(nomor|nomer|nama|data|kontak|no) … (saya|aku|gue|gua|ini|kami) … (dihapus|dicoret|dikeluarkan|dihapuskan|dihapusin|hapus|hapusin|apus|coret|dihilangkan|dibuang|diblokir|blokir|lupakan|delete|didelete)( …)?",
    "(keluarkan|keluarin|hapus|coret|buang|hilangkan) (saya|aku|gue|kami) … (daftar|database|sistem|list|data)( …)?",
    "(cabut|mencabut|tarik|menarik|batalkan|membatalkan) … (persetujuan|izin|ijin|consent|persetujuanku)( …)?",
    `(sekali lagi|kalau|kalo|awas|jika|masih|bila|lagi) … ${indonesianCall} … … ${indonesianThreat}( …)?`,
    `(lapor|lapork*|melaporkan|polisi|pengacara|tuntut|somasi) … … (kalau|kalo|jika|bila) … ${indonesianCall}( …)?`,
    `(keberatan|tidak terima|tidak setuju|gak setuju|tidak bersedia|tidak berkenan|ogah) (kalau |untuk |jika |dan )?(di)?${indonesianCall}( …)?`,
    "(tidak|gak|nggak|ga|enggak|ngga|tak|ogah|males|malas) (saya )?(mau|ingin|pengen|pingin|sudi|berkenan|bersedia|suka|izinkan|mengizinkan|butuh|perlu) … ((terima|menerima|dapat|mendapat|angkat|ada) (telepon|telpon|panggilan)|telepon (dari|kayak|seperti|begini|macam)) … (lagi|terus|kayak gini|begini|begitu|seperti ini|kalian|anda|kamu|perusahaan|manapun)( …)?",
    "(tidak|gak|nggak|ga|enggak|ngga|tak|ogah|males|malas) (saya )?(mau|ingin|pengen|pingin|sudi|berkenan|bersedia|suka) … (dihubungi|ditelepon|ditelpon|ditelponin|diganggu|diteror|ditelfon) … (lagi|terus|oleh|sama|dari|kalian|anda|siapapun|perusahaan|pihak)( …)?",
    "(capek|cape|bosan|muak|kesal|terganggu|risih|lelah|males|malas|jengkel) … (ditelepon*|ditelpon*|dihubungi|ditelfon*|diteror|telepon (kalian|anda)|telpon (kalian|anda)) … (terus|lagi|kalian|melulu|mulu|stop|tolong)( …)?",
    "(unsubscribe|unsub|berhenti langganan|berhenti berlangganan)( …)?",
    `(sudah|udah|kan|berapa kali) … … (bilang|minta|katakan|ngomong) … (jangan|gak usah|tidak usah|stop) … ${indonesianCall}( …)?`,
    `(jangan|gak usah|nggak usah) … ${indonesianCall} ${indonesianCall} ${indonesianMe}( …)?`,
    "biarkan (saya|kami|aku) (hidup )?(tenang|sendiri)( …)?",
    "daftar (hitam|jangan dihubungi|do not call)( …)?",

    "(nomor|data|nama) (saya|aku|kami) (tolong |harus )?(dihapus|dicoret|dikeluarkan)( …)?",
    "(tidak|nggak|gak) (mau|ingin) lagi (ditelepon|ditelpon|dihubungi|diganggu)",
    "jangan (telpon telpon|telepon telepon|nelpon nelpon)( …)?",

    "jangan pernah (telepon|telpon|hubungi|menelepon|menghubungi) (ke )?(sini|kesini|rumah ini|nomor ini)( lagi)?",
    "(jangan|jgn|janganlah|gak usah|nggak usah|ga usah|tidak usah|tidak perlu|gak perlu|tak usah|mohon tidak|tolong tidak) (pernah )?(mau )?(telepon|telpon|telfon|menelepon|menelpon|nelpon|nelfon|hubungi|menghubungi|kontak|call|ganggu|mengganggu|ditelepon|dihubungi|nelpon nelpon) (saya |aku |kami |gue |ke |nomor ini |nomor saya |ke nomor ini |sini )?(lagi|terus)",
    "jangan pernah (telepon|telpon|hubungi|menghubungi|menelepon|kontak|ganggu) (saya|aku|kami|nomor ini|ke nomor ini|lagi)",
    "(berhenti|berhentilah|stop|setop|hentikan) (untuk )?(telepon|telpon|menelepon|menelpon|nelpon|menghubungi|hubungi|mengganggu|ganggu) (saya|aku|kami|gue|nomor ini)",
    "(berhenti|stop|setop) (menelepon|menelpon|nelpon|menghubungi)( saya| lagi)?",
    "(hapus|hapuskan|coret|keluarkan|hilangkan|buang|blokir|lupakan|blok) (nomor|nama|kontak) (telepon |hp )?(saya|aku|ini|kami)( …)?",
    "hapus data (saya|aku)",
    "(keluarkan|hapus|coret) (saya|aku|kami) dari … (daftar|database|sistem|list)",
    "(tidak|nggak|gak|ga|enggak|tak) (mau|ingin|pengen) (lagi )?(ditelepon|ditelpon|dihubungi|diganggu|terima telepon|terima telpon|menerima telepon|menerima panggilan)( dari kalian| dari anda)?( lagi| terus)",
    "(tidak|nggak|gak) (mau|ingin) (menerima|terima|ada) (telepon|panggilan) … (lagi|ini)",
    "(sudah|udah|kan) … (bilang|minta|katakan) jangan (telepon|telpon|hubungi|dihubungi|ditelepon|menelepon)( saya)?( lagi)?",
    "jangan (ganggu|mengganggu) (saya|kami|aku)( lagi| terus)?",
    "(saya )?(cabut|mencabut|tarik|batalkan) (kembali )?(persetujuan|izin)( …)?",
    "tidak mengizinkan (anda|kalian|kamu)? ?(untuk )?menelepon( saya)?",
    "tidak (punya|ada) izin (untuk )?(menelepon|menghubungi)( saya)?",
    "biarkan saya …? ?jangan telepon",
    "berhenti berlangganan( …)?"
  ],
  plain: [
    "(nomornya|nomernya) (tolong |mohon )?(dihapus|dicoret|dihilangkan|didelete|dikeluarkan|hapus) (aja|saja|dong|deh|ya|segera|dari)|(tolong|mohon) (nomornya|nomernya) (dihapus|dicoret|dihilangkan|didelete|hapus)",
    "(capek|cape|bosan|muak|kesal|risih|lelah|jengkel|eneg) (sama|dengan|ama|ngadepin) … (telepon*|telpon*|telfon*|panggilan) (kalian|anda|kamu|lo|situ)",
    `(tolong|mohon|plis|please|cukup|sudah|udah) … (jangan|gak usah|tidak usah) … ${indonesianCall}( …)?`,

    `${indonesianNot} … ${indonesianCall} ${indonesianMe}( …)?`,
    `${indonesianMe} … ${indonesianNot} … (dihubungi|ditelepon|ditelpon|diganggu|ditelponin)( …)?`,
    "(tidak|gak|nggak|ga|enggak|ngga|tak) (mau|ingin|pengen|pingin|bersedia|berkenan|suka) … (dihubungi|ditelepon|ditelpon|diganggu|ditelponin)( …)?",
    "jangan (telepon|telpon|hubungi|menelepon|nelpon|kontak) (saya|aku|kami|ke nomor ini|nomor ini|lagi)",
    `${indonesianNot} (di)?${indonesianCall} (tapi |cukup |tolong |mending )?(kirim*|wa|whatsapp|chat|sms|pesan|email)`
  ],
  limits: [
    "sering|sebulan sekali|seminggu sekali|jarang",
    "*malam|siang|sore|pagi|subuh|waktu|jam|kantor|weekend|akhir pekan|hari kerja|sedang|tidur|terlalu|lebih (dari|awal)|maghrib|libur|(istri|suami|ibu|bapak|anak|adik|kakak|orang tua) saya|rapat|meeting|nyetir|habis|duluan|produk*",

    "sekarang|hari ini|besok|nanti|dulu|sebelum|sampai|setelah|sesudah|kalau|kalo|jika|saat|ketika|selama|pas",
    "(hari|jam|pukul) *|malam malam|pagi pagi|(terlalu|kemalaman) (malam|pagi|sering)",
    "(ke|di) (kantor|tempat kerja)|minggu (ini|depan)"
  ],
  span: {
    time: "(minggu|bulan|tahun|hari) ini|selama (?!lama)*|sampai (?!kapan|jumpa)*|saat liburan",
    again: "lagi",
    within: 0
  },
  denials: [
    "panggil (saya|aku|gue|gua|kami) (bapak|ibu|pak|bu|mas|mbak|kak|kakak|om|tante|sayang|dengan|begitu)",
    "(lagi|sedang) (nyetir|menyetir|rapat|meeting|makan|sibuk) (telepon|telpon|hubungi) … nanti",
    `bilang (ke|sama|pada|kepada) (?!(kalian|anda|kamu|mas|masnya|mbak|mbaknya|bapak|ibu|petugas|orang|orangnya|cs|temannya|teman|rekan|pihak|situ|lo) )* … jangan … ${indonesianCall}`,
    "(cara|caranya|bagaimana|gimana|gmn) … (berhenti|hapus|unsubscribe)( …)?|(berhenti|hapus) … (gimana|bagaimana|caranya)",

    "(jangan|gak usah|tidak usah|tidak perlu|nggak usah|tidak mau|bukan) … (hapus|coret|blokir|keluarkan|hilangkan|sungkan|ragu|segan|stop|berhenti|dihapus|dicoret|menghapus)( …)?",
    "(maksudnya|maksud (anda|kamu|bapak|ibu|kalian|mas|mbak)|artinya|berarti) … (tidak|gak|nggak|ga) (akan|bakal)( …)?",
    "(tetangga|teman|orang|mereka) (saya )?(sering|suka|selalu)( …)?",

    "jangan (berhenti|lupa|salah)",
    "(tidak|nggak|gak) (bilang|minta|berkata)",
    "(kenapa|mengapa|kok) … (tidak|gak|nggak|ga|belum|jangan|enggak)(?! (usah|perlu|mau|berhenti))( …)?",
    "(kakak|adik|suami|istri|anak|ibu|bapak|ayah|tetangga|bos|dia|mereka|teman|pacar) (saya |aku )?(minta|bilang|tidak|kata|mau)( …)?",
    "sampai (hari )?(senin|selasa|rabu|kamis|jumat|sabtu|minggu|besok)",
    "jangan …? sekarang( …)?"
  ],
  alone: ["(stop|setop|berhenti)( saja| ya| dong| tolong)?", "berhenti berlangganan"],
  promises: [
    "(tidak|takkan|tak) akan (pernah )?(menelepon|menelpon|menghubungi|mengganggu|telepon|hubungi) (anda |bapak |ibu |kamu )?lagi",
    "(tidak|takkan) akan (menelepon|menghubungi|mengganggu) (anda|bapak|ibu)",
    "(anda|bapak|ibu) tidak akan (ditelepon|dihubungi|diganggu|menerima telepon)( lagi)?",
    "(sudah|telah|akan) (kami |saya )?(hapus|menghapus|mengeluarkan|keluarkan) nomor (anda|bapak|ibu)",
    "nomor (anda|bapak|ibu) (sudah|telah|akan) (kami )?(dihapus|hapus|dikeluarkan)"
  ]
})

const who =
  "(tôi|tui|mình|em|anh|chị|cô|chú|bác|tớ|nhà tôi|số này|số tôi|vào số này|đến số này|cho (tôi|tui|mình|em|anh|chị|cô|chú|bác|tớ|số này))"

// Ways of calling and bothering.
const vietnameseCall =
  "(gọi|gọi điện|điện|điện thoại|gọi lại|liên lạc|liên hệ|làm phiền|quấy rầy|quấy rối|phiền|réo|phôn|phone|call|alo|a lô|gọi tới|gọi đến|spam|khủng bố|gọi cho|nhắn tin|tra tấn|đeo bám)"
const vietnameseThreat = "(công an|luật sư|kiện|khởi kiện|tố cáo|khiếu nại|báo cáo|tố|cảnh sát|pháp luật|chặn|chặn số)"
const vietnameseMe = "(tôi|tui|mình|em|anh|chị|cô|chú|bác|tớ|tao|này|nhà tôi)"

const vietnameseWords: Words = {
  call: "gọi|liên lạc|liên hệ|điện thoại|cuộc gọi|gọi điện|phiền",
  again: "nữa|lại|bao giờ|hoài|mãi|nếu|tiếp|thêm",
  record: [
    "(số|tên|thông tin|dữ liệu|số điện thoại) … (tôi|của tôi|em|mình|chị|anh|này)",
    "(khỏi|ra khỏi|trong) (danh sách|hệ thống|list)|(số tôi|tên tôi)"
  ],
  remove: "xóa|xoá|gỡ|loại|bỏ|xóa bỏ|rút tên",
  stop: "ngừng|dừng|thôi|ngưng|chấm dứt|đủ rồi|stop",
  dontCall: "",
  dontTry: "(đừng|không cần|khỏi) (thử|cố|mất công)",
  consent: "đồng ý|cho phép|chấp thuận",
  withdraw: "rút lại|thu hồi|hủy|huỷ|rút",
  forbidden: [
    "(không|chưa|chưa bao giờ|không được) (được )?(phép|đồng ý|cho phép|có quyền|chấp nhận|cho)|cấm",
    "từ chối|phản đối|không muốn"
  ],
  harassment: "(đây|vậy|thế này|này) (là|đúng là) (quấy rối|làm phiền|khủng bố)",
  threat: "công an|cảnh sát|luật sư|kiện|tố cáo|khiếu nại các|báo cáo|pháp luật|tòa",
  goOn: "(nếu|còn|cứ) … (tiếp|gọi|nữa|không dừng)",
  how: "làm sao|làm thế nào|cách nào|phải làm gì|có cách",
  escape: "không (bị |phải |nhận )?(gọi|nhận|nghe)*|ngừng|hủy|chặn|thoát|ra khỏi|dừng",
  last: ["(đây|này|mong đây) là (lần|cuộc gọi) cuối*", "lần cuối( cùng)? (anh|chị|em|bạn|các người|mấy người)? ?gọi"],
  block: "(tôi|em|anh|chị|mình)? ?(sẽ|đang|đã)? ?(chặn|block) số … (này|anh|chị|em|bạn)?",
  optOut: [
    "đừng (dùng|sử dụng|bấm) số (này|của tôi) nữa|không muốn nghe (gì )?(từ|về|đến) … nữa",
    "hủy (đăng ký )?nhận|đã đăng ký không nhận|danh sách (không gọi|chặn|đen)|từ chối nhận mọi",
    "không được phép gọi"
  ],
  whoSaid: "ai (nói|bảo|kêu)",
  others: [
    "ngân hàng|công ty khác|anh trai|chị gái|em trai|vợ|chồng|con|mẹ|bố|ba tôi|má|hàng xóm|sếp|bạn tôi",
    "anh tôi|chị tôi"
  ],
  told: "nói|bảo|kêu|dặn|cứ làm phiền",
  someday: "(khi nào|nếu|chừng nào|lúc nào) … không muốn",
  willTell: "(sẽ )?(báo|nói|gọi)( lại| cho)?",
  oldOne: "cũ",
  newOne: "mới|đổi",
  refrain: "tránh|hạn chế",
  neitherNor: "hôm nay (hay|hoặc|cũng như) (mai|ngày mai|sau này|mai sau)",
  quote: "chưa (bao giờ|từng) (nói|bảo|yêu cầu)|có ai (yêu cầu|bảo|nói)",
  goOnPlease: [
    "không muốn … (ngừng|ngưng|dừng|xóa)|(không|chưa) rút lại|không phiền",
    "(sao|tại sao|vì sao) … (ngừng|dừng|thôi|ngưng) gọi"
  ]
}

export const vietnamese = netOf(
  {
    words: vietnameseWords,
    ever: [
      "(lần sau|lần tới|còn gọi|gọi nữa) … … (tôi|tui|em|anh|chị|mình) (sẽ )?(kiện|báo công an|báo cảnh sát|tố cáo|trình báo|khiếu nại)",
      "(mệt|mệt mỏi) (với |vì )(mấy|các|những) cuộc gọi này|dẹp (ba cái|ba|mấy|các|hết) … (cuộc gọi|gọi điện)",
      "(không cần|không muốn|khỏi cần|chẳng cần) (nhận )?(các |mấy |những |thêm )?cuộc gọi (nào )?(của|từ) (bên |phía )?(bạn|các bạn|anh|chị|em|các anh|các chị|mấy anh|công ty|mấy người|quý)",
      "(chán|chán ngấy|ngán|ngán ngẩm|phát chán|bực mình|phát bực|mệt mỏi) (với )?(các |mấy |những )?(cuộc gọi|cuộc điện thoại) (này |đó )?(của|từ) (bên |phía )?(bạn|các bạn|các anh|các chị|mấy anh|anh|chị|em|công ty|mấy người)",
      "đừng (có )?gọi (cho (tôi|em|anh|chị|tui) |tới |đến )?(hoài|miết|suốt|mãi)",
      "(thôi|ngưng|ngừng|dừng) ngay … (gọi|gọi điện|liên lạc|làm phiền)( …)?",
      "(thôi|ngưng|ngừng) (cái )?(việc|trò) (gọi|gọi điện|liên lạc)( …)?",

      `(yêu cầu|đề nghị|mong|xin|vui lòng) … (không|đừng) … ${vietnameseCall} … … nữa`,

      `(đừng|không được|chớ|cấm|thôi đừng|không cần|khỏi|miễn|đừng có|không phải|không bao giờ|hết|xin không|vui lòng không|mong|tuyệt đối không) … … ${vietnameseCall} … … nữa`,
      `(đừng|xin đừng|làm ơn đừng|không được) (có )?${vietnameseCall} … … nữa`,
      `(yêu cầu|đề nghị|mong|xin|vui lòng|làm ơn|từ nay|từ giờ|từ hôm nay|sau này|lần sau) … … (đừng|không|thôi|ngừng|ngưng|dừng) (có |được |bao giờ |nên |cần )?${vietnameseCall} … (nữa|cho|tôi|tui|mình|em|số)( …)?`,
      `(từ nay|từ giờ|từ bây giờ|từ hôm nay|từ rày|về sau|sau này|lần sau|mai mốt) … … (đừng|không|thôi|khỏi) (có |được |bao giờ |cần )?${vietnameseCall}( …)?`,
      `(đừng|không được|không|cấm) (bao giờ|đời nào) … ${vietnameseCall}( …)? ${vietnameseMe}( …)?`,
      "(ngưng|ngừng|dừng|chấm dứt|bớt|thôi) (ngay |việc |đi |cái |trò |ngay việc |cái trò |hành vi |hẳn việc )?(việc )?(làm phiền|quấy rầy|quấy rối|khủng bố|spam|đeo bám|réo)( …)?",
      "(ngưng|ngừng|dừng|chấm dứt) (ngay |việc |đi |cái |trò |ngay việc |cái trò |hành vi |hẳn việc |lại việc )?(việc )?(gọi|gọi điện|liên lạc|liên hệ)( …)?",
      `(gọi nữa|còn gọi|gọi lần nữa|tiếp tục gọi|cứ gọi|mà gọi|gọi thêm|gọi lại lần nữa|nếu gọi|gọi hoài|làm phiền nữa|còn làm phiền) … … ${vietnameseThreat}( …)?`,
      `nếu … (gọi|làm phiền|liên lạc|quấy rầy) … … ${vietnameseThreat}( …)?`,
      `${vietnameseThreat} … … (nếu|khi) … (gọi|làm phiền|quấy rầy)( …)?`,
      "(cho|đưa|rút|loại|gạch|bỏ|gỡ|xóa|xoá|lấy) … (tôi|tui|mình|em|anh|chị|tên|số) … … (ra khỏi|khỏi|ra) … (danh sách|hệ thống|dữ liệu|data|list|sổ)( …)?",
      `(xóa|xoá|bỏ|gỡ|chặn|loại|hủy|huỷ) … (số|tên|thông tin|dữ liệu|số điện thoại|số máy) (điện thoại |cá nhân |liên lạc )?(của )?${vietnameseMe}( …)?`,
      "(số|tên|thông tin) (điện thoại )?(của )?(tôi|tui|mình|em|này) … (xóa|xoá|gỡ|chặn) (đi|giùm|giúp|hộ|luôn)( …)?",
      "(hủy|huỷ|bỏ) (đăng ký|theo dõi) … … (gọi|cuộc gọi|nhận|điện thoại|tôi|em)( …)?",
      "đăng ký … (không gọi|không làm phiền|từ chối cuộc gọi|chặn cuộc gọi)( …)?",
      "(hãy|làm ơn|cứ|xin|vui lòng) quên … số( …)?|quên (số|cái số) … (đi|luôn)",
      "(không|chẳng|chả) (đồng ý|chấp nhận|cho phép|muốn) … … (gọi|cuộc gọi|liên lạc|liên hệ|làm phiền|quấy rầy|điện thoại) … (nữa|từ|kiểu|như|của|nào)( …)?",
      "(không|chẳng|chả) (đồng ý|chấp nhận|cho phép) … … (gọi|cuộc gọi|liên lạc|liên hệ|làm phiền)( …)?",
      "(không|chưa) … (đồng ý|cho phép) … (gọi|liên lạc)( …)?",
      "(rút lại|rút|hủy|huỷ|thu hồi) (lại )?(sự )?(đồng ý|chấp thuận|cho phép)( …)?",
      `(bao nhiêu|mấy|trăm|nghìn) lần … … (đừng|không|thôi) (có |được )?${vietnameseCall}( …)?`,
      `(để|cho) ${vietnameseMe} (được )?(yên|yên ổn|yên thân)( …)?|buông tha( …)?|tha cho (tôi|em|tui)( …)?`,
      `(phiền|mệt|bực|chán|khó chịu) (quá|lắm|vì) … (đừng|thôi|ngừng) (có )?${vietnameseCall}( …)?`,
      "(danh sách đen|danh sách chặn|danh sách không gọi|danh sách từ chối)",

      `(đừng|không được|chớ|cấm|thôi đừng) (có )?(bao giờ )?(gọi|gọi điện|gọi lại|liên lạc|liên hệ|làm phiền|quấy rầy|gọi điện thoại) (điện )?(thoại )?(lại )?(với )?(${who} )?(nữa|nhé nữa)`,
      `đừng bao giờ (gọi|liên lạc|liên hệ|làm phiền)( …)?`,
      `(ngừng|dừng|ngưng|thôi|chấm dứt) (ngay )?(việc )?(gọi|gọi điện|gọi cho|làm phiền|quấy rầy) (điện )?(${who})( …)?`,
      "cấm (các )?(anh|chị|bạn|em|công ty|mấy người)( …)? gọi( …)?",
      "chấm dứt việc gọi( …)?",
      "đừng gọi( …)? nữa",
      "không muốn (bị |được |phải )?(nhận |nghe )?(gọi|cuộc gọi|điện thoại|làm phiền) (nào )?(nữa|từ|của)( …)?",
      "không muốn …? (gọi|làm phiền|liên lạc)( …)? nữa",
      "không muốn (các )?(anh|chị|bạn|em|công ty)( …)? gọi( …)?",
      "(xóa|xoá|bỏ|gỡ|chặn|loại) (hộ |giúp |giùm )?(số|tên|thông tin|số điện thoại|số máy) (của )?(tôi|tui|mình|em|anh|chị|này)( …)?",
      "(bảo|nói|yêu cầu|dặn) (rồi |là |các anh |mấy lần )?(rồi )?(đừng|không) (có )?gọi( …)?",
      "(để|hãy để) (cho )?(tôi|tui|mình|em|chị|anh) (được )?yên",
      "rút lại sự đồng ý|hủy sự đồng ý|rút lại đồng ý",
      "(không|chưa) (ai )?cho phép (các )?(anh|chị|bạn|em|công ty)( …)? gọi( …)?",
      "danh sách không gọi",
      "(từ nay|lần sau|sau này) (đừng|không) gọi( …)?",
      "(hủy|từ chối) nhận cuộc gọi",
      `^(dạ |thôi )?(xin|làm ơn|vui lòng|xin vui lòng|xin làm ơn) (anh |chị |em |bạn |các anh |các bạn )?(đừng|chớ) (có )?(gọi|gọi điện|gọi điện thoại|làm phiền|quấy rầy|liên lạc)( ạ| nhé| nha| mà)?$`
    ],
    plain: [
      `(đừng|không được|xin đừng|cấm|khỏi|không cần|chớ) (có )?${vietnameseCall} (lại |điện |cho |với |vào |đến |tới |cho số |vào số |số )?(cho |số )?${vietnameseMe}( …)?`,
      "(không|chẳng|chả) muốn … (nhận |nghe |bị |phải |được )?(cuộc gọi|gọi điện|bị gọi|ai gọi|làm phiền|quấy rầy|liên lạc)( …)?",
      `(đừng|không được) (gọi|gọi điện|gọi lại|liên lạc|liên hệ) (lại )?(điện )?(với )?${who}`,
      "đừng gọi lại",
      "(đừng|không cần|khỏi) (có )?gọi( điện)? (mà |chỉ |hãy |thì )?(nhắn|gửi|viết)"
    ],
    limits: [
      "ít thôi|(mỗi|một) (tháng|tuần|ngày) (một|1) lần",
      "khuya|buổi *|lúc|giờ|đêm|chiều|ngủ|họp|lái xe|ăn cơm|cuối tuần|ngày lễ|số khác|số kia|hoài|nhiều|sớm|trễ|vợ|chồng|mẹ|bố|con tôi",

      "bây giờ|lúc này|hôm nay|ngày mai|mai|trước|sau|đến khi|cho đến|khi|nếu|trong lúc|tối|sáng|trưa",
      "(vào )?(chủ nhật|thứ (hai|ba|tư|năm|sáu|bảy)|cuối tuần|buổi)",
      "(muộn|sớm|khuya) quá|quá (muộn|sớm)|giờ này|công ty|cơ quan|chỗ làm|tuần này"
    ],
    span: {
      time: "(tuần|tháng|năm) (này|nay)|(?<!từ )hôm nay|trong (một|hai|ba) (tuần|tháng|năm)|cho đến *",
      again: "nữa|lại",
      within: 4
    },
    denials: [
      "gọi (tôi|em|mình|tao|tớ|chị|anh) (là|bằng)",
      "(hôm nay|bây giờ|sáng nay|tối nay|chiều nay|trưa nay) … đừng … gọi … nữa … (mai|thứ|tuần|chiều|tối|sáng)",
      "(bảo|nói với|dặn) (bên|công ty|hãng|ngân hàng) (?!(bạn|các|em|anh|chị|mình|này|ta|mấy) )* (là )?(đừng|không) gọi",
      "(đừng|không cần|không phải|chớ|khỏi|không muốn|không được) (có )?(ngừng|ngưng|dừng|quên|cúp|ngại|xóa|xoá|gỡ|bỏ|chặn|loại|thôi)( …)?",
      "(ý là|ý anh là|ý chị là|ý bạn là|nghĩa là|tức là|vậy là|thế là|có phải|có nghĩa là) … … (sẽ không|không được|không còn|không ai|không bị|hết được)( …)?",
      "(hàng xóm|bạn|họ|mẹ|bố|chồng|vợ) (tôi )?(bị|hay|cứ|phàn nàn)( …)?",

      "đừng (ngừng|dừng|quên|cúp)",
      "không (bảo|nói|yêu cầu)( …)?",
      "(sao|tại sao|vì sao) (anh |chị |em |bạn |bên |các |mấy |hôm |lâu |nay |ai |tôi ){0,4}(không|chẳng|chưa|hết)( …)?",
      "(anh ấy|chị ấy|ông ấy|bà ấy|anh trai|chị gái|em trai|em gái|vợ|chồng|con|mẹ|bố|hàng xóm|nó|họ|sếp|(?<!bên |các |cầu |lòng |nghị |ơn )bạn) (tôi |của tôi |gái |trai )?(tôi )?(bảo|nói|yêu cầu|không muốn|không gọi|muốn)( …)?",
      "cho đến( …)?",
      "không ai gọi"
    ],
    alone: [
      "(dừng lại|stop|ngừng lại|thôi đi)( đi| ngay| nhé)?",
      "(xin |làm ơn |vui lòng |tôi muốn |cho tôi |em muốn )?(hủy|huỷ|bỏ) đăng ký( giúp tôi| giùm tôi| cho tôi| đi| ngay| nhé| ạ){0,3}",
      "(xin |làm ơn |vui lòng |thôi )?không (được )?(gọi|gọi điện|gọi lại|làm phiền|liên lạc) nữa( nhé| ạ| nha| đâu nhé)?"
    ],
    promises: [
      "sẽ không (bao giờ )?(gọi|gọi điện|gọi lại|liên lạc|liên hệ|làm phiền)( …)? nữa",
      "sẽ không (gọi|liên lạc|làm phiền) (lại )?(cho |với )?(anh|chị|ông|bà|quý vị|quý khách|bạn|cô|chú)( …)?",
      "(đã|sẽ) (xóa|xoá|gỡ|bỏ) số (điện thoại )?(của )?(anh|chị|ông|bà|quý vị|quý khách|bạn|mình)( …)?",
      "số (điện thoại )?của (anh|chị|ông|bà|quý vị|quý khách|bạn) (đã|sẽ) (được )?(xóa|xoá|gỡ)( …)?"
    ]
  },
  { withAccents: true }
)

const thaiCall = "(โทร|โทรศัพท์|ติดต่อ|รบกวน|ยุ่ง|กวน|ตื๊อ|คุกคาม|ก่อกวน|จิก|ตามตื้อ|วอแว|ทัก)"
const thaiMe = "(ฉัน|ผม|ดิฉัน|หนู|เรา|กู|พี่|ชั้น|เบอร์นี้|เบอร์ผม|เบอร์ฉัน)"
const thaiThreat = "(แจ้งความ|ฟ้อง|ตำรวจ|ทนาย|ร้องเรียน|สคบ|กสทช|บล็อก|ดำเนินคดี|แจ้งตำรวจ)"

const thaiWords: Words = {
  call: "โทร|ติดต่อ|รับสาย|สาย|รบกวน",
  again: "อีก|ยัง|ตลอด|ซ้ำ|ถ้า|ต่อไป|เรื่อยๆ",
  record: ["(เบอร์|ชื่อ|ข้อมูล|หมายเลข)(ของ)?(ผม|ฉัน|ดิฉัน|เรา|หนู|นี้|พี่|โทรศัพท์)", "(จาก|ออกจาก)(รายชื่อ|ระบบ|ลิสต์|ฐานข้อมูล)"],
  remove: "ลบ|เอาออก|ถอด|ตัด|นำออก|เอาชื่อ|เอาเบอร์|คัดออก",
  stop: "เลิก|หยุด|พอได้แล้ว|พอที|เลิกได้แล้ว|ยุติ",
  dontCall: "",
  dontTry: "(ไม่ต้อง|อย่า)(ได้)?(พยายาม|บังอาจ|กล้า|ริ|ลอง|เสียเวลา)|ไม่มีประโยชน์",
  consent: "ความยินยอม|ยินยอม|อนุญาต|อนุญาติ",
  withdraw: "ถอน|ยกเลิก|เพิกถอน",
  forbidden: ["ไม่(เคย)?(ได้)?(ให้)?(ความ)?(ยินยอม|อนุญาต|ยอม)|ไม่มีสิทธิ|ห้าม|ปฏิเสธ|ไม่ประสงค์|ไม่สะดวกรับ", "คัดค้าน|ไม่ต้องการรับ"],
  harassment: "(นี่|แบบนี้|อย่างนี้|มัน)(มัน)?(เป็นการ|คือการ|เรียกว่า|ก็คือการ)?(คุกคาม|รบกวนสิทธิ)",
  threat: "แจ้งความ|ตำรวจ|ทนาย|ฟ้อง|ร้องเรียน|กสทช|กฎหมาย|สคบ",
  goOn: "(ถ้า|หาก)(ยัง|ไม่หยุด|ไม่เลิก)",
  how: "ทำยังไง|ทำอย่างไร|ทำไง|วิธี|ต้องทำ",
  escape: "ไม่โทร|เลิก|หยุด|ยกเลิก|ไม่ต้องรับ|ไม่ให้|บล็อก|ถึงจะไม่",
  last: "(นี่|ครั้งนี้|สายนี้|ขอให้|ให้).{0,8}(ครั้ง|สาย)สุดท้าย|(ครั้ง|สาย)สุดท้าย(นะ)?ที่โทร",
  block: "(จะ|ขอ|กำลัง)?บล็อก(เบอร์|คุณ|แล้ว|สาย)",
  optOut: [
    "ไม่(ประสงค์|ต้องการ|ขอ)(จะ)?(รับ|ให้)(การ)?(ติดต่อ|โทร)|ยกเลิก(การ)?(รับสาย|สมัคร|รับข่าว|ติดตาม)",
    "(อยาก|ขอ|ต้องการ)(พ้น|หลุดพ้น|เป็นอิสระ)จาก(สาย|การโทร|พวกคุณ)|อย่าให้มี(สาย|การโทร)|ไม่ควร(จะ)?มี(สาย|การโทร)|ปล่อย(ให้)?(ผม|ฉัน|ดิฉัน|เรา|หนู)อยู่(อย่าง)?(สงบ|เงียบ|คนเดียว)",
    "รายชื่อห้ามโทร|ปล่อย(ผม|ฉัน|ดิฉัน|เรา)(ไว้)?(คนเดียว|ไป)|ไม่จำเป็นต้อง(โทร|ติดต่อ).{0,8}อีก"
  ],
  whoSaid: "ใคร(บอก|พูด|ว่า)",
  others: "ธนาคาร|บริษัทอื่น|แบงก์|พี่ชาย|พี่สาว|น้อง|สามี|ภรรยา|แฟน|แม่|พ่อ|ลูก|เพื่อนบ้าน|หัวหน้า|เพื่อน",
  told: "บอก|ขอให้|สั่ง|พูด|รบกวนตลอด",
  someday: "(ถ้า|เมื่อไหร่|วันไหน|หาก)(ฉัน|ผม)?(ไม่อยาก|ไม่ต้องการ)",
  willTell: "(จะ|เดี๋ยว)(บอก|แจ้ง|โทร)",
  oldOne: "เก่า|เดิม",
  newOne: "ใหม่|เปลี่ยน",
  goOnPlease: ["ไม่(อยาก|ต้องการ)ให้(คุณ)?(หยุด|เลิก)|ไม่(ขอ)?ถอน|ไม่รบกวน", "ทำไม.{0,12}(หยุด|เลิก)"],
  past: "เมื่อวาน|(อาทิตย์|เดือน|สัปดาห์)(ที่แล้ว|ก่อน)|วันก่อน",
  refrain: "(ไม่จำเป็น|ไม่มีความจำเป็น|ไม่มีเหตุผล)(ที่)?(จะ)?ต้อง|งดเว้น|หลีกเลี่ยงการ",
  neitherNor: "(ไม่ว่า|ทั้ง)(จะ)?(เป็น)?(วันนี้|ตอนนี้)(หรือ|และ|หรือว่า).{0,12}(อย่า|ไม่ต้อง|ห้าม)|วันนี้ก็ไม่.{0,8}(วันไหน|วันหลัง|พรุ่งนี้)ก็ไม่",
  often: "ทุกวัน|ทั้งวัน|ทั้งอาทิตย์|(สอง|สาม|สี่|ห้า|สิบ|กี่|หลาย|ตั้งหลาย)(ครั้ง|รอบ|หน)",
  stillCall: "(ยัง|ก็ยัง|ยังจะ)(คง)?(โทร|ติดต่อ)(มา|หา)?",
  keep: "(อย่า|ไม่ต้อง|ห้าม)(เพิ่ง)?(ลบ|เอา.{0,12}ออก|ตัด|ถอด)",
  quote: "(ปิด|หยุด|เลิก)(ทีวี|วิทยุ|พัดลม|แอร์|สูบบุหรี่|บุหรี่|เพลง|รถ)|(ผม|ฉัน|เรา|ดิฉัน)(จะ)?(โทร)(กลับ|ไป)(หา)?(เอง|คุณ)"
}

export const thai = netOf(
  {
    words: thaiWords,
    ever: [
      "ไม่(ต้องการ|อยากได้|อยากรับ|ขอรับ)(รับ)?(สาย|โทรศัพท์)(จากคุณ|จากพวกคุณ|ของคุณ|พวกนี้|แบบนี้)",
      "(?<!อย่า)ลบเบอร์(นี้|ฉัน|ผม|ดิฉัน|เรา)?(ให้|ออก)?(ให้)?(หน่อย|ด้วย|ที|เลย|ทันที)",
      "(เบื่อ|รำคาญ|เอือม|ทนไม่ไหว)(แล้ว)?(กับ)?(การ)?(ที่)?(พวกคุณ|คุณ|พวกเธอ|บริษัทคุณ)(ชอบ|เอาแต่|ที่)?โทร",
      "(ขอไม่|จะไม่|ไม่ขอ)รับ(สาย|โทรศัพท์|การติดต่อ).{0,14}อีก(?!ที)",

      "(ขอ)?ปฏิเสธ(การ)?(ที่จะ)?(ติดต่อ|รับสาย|โทร|รับการติดต่อ|รับโทรศัพท์)",
      `(ไม่|ห้าม|ไม่อยาก|ไม่ต้องการ)(ให้)(คุณ|ใคร|พวกคุณ)?(มา)?(โทร|ติดต่อ|รบกวน)(มา|หา|เข้ามา|กลับ|${thaiMe}){0,3}อีก`,

      `(อย่า|ห้าม|ไม่ต้อง|กรุณาอย่า|ไม่ควร|งด|เลิก|หยุด)(ได้)?(มา|ทำการ|การ)?${thaiCall}(มา|หา|ไป|เข้ามา|เข้า|กลับ|กับ|เบอร์นี้|ที่เบอร์นี้|ที่นี่|ซ้ำ|กัน|${thaiMe}|คุย){0,4}(ซ้ำ)?(อีก(?!ที|ครั้งตอน)|เด็ดขาด|ตลอดไป|ทุกกรณี)`,
      `(ไม่ต้อง|อย่า|เลิก)(มา)?${thaiCall}(มา|หา|ไป|เข้ามา|กลับ|กับ|เบอร์นี้|${thaiMe}|อีก){0,4}(แล้ว|นะอีก|สักที|ซักที|ซะที|เสียที|ได้แล้ว)`,
      `(เลิก|หยุด|งด|ระงับ|ยุติ)(การ)?(มา)?${thaiCall}(มา|หา|เข้ามา|กับ|ใส่)?(${thaiMe}|ที|เถอะ|สัก|ซะ|เสีย|ได้|เดี๋ยวนี้|นะ|ครับ|ค่ะ|คะ|$)`,
      `(ถ้า|หาก|ขืน|ยัง|อีกที|อีกครั้ง)(คุณ|พวกคุณ)?(ยัง|ยังจะ|ขืน|กล้า)?(มา)?(โทร|ติดต่อ|รบกวน|กวน).{0,14}${thaiThreat}`,
      `โทร(มา|เข้ามา)?(อีก|อีกที|อีกครั้ง|อีกรอบ).{0,6}${thaiThreat}`,
      `${thaiThreat}.{0,12}(ถ้า|หาก)(ยัง|คุณ|คุณยัง)?(มา)?(โทร|ติดต่อ|รบกวน|ไม่หยุด)`,
      `(ลบ|เอา|บล็อก|ถอน|ตัด|ถอด|ปลด|นำ|ดึง|คัด|ขีดฆ่า|ทำลาย)(เบอร์|ชื่อ|ข้อมูล|หมายเลข|รายชื่อ)(โทรศัพท์|โทร|ติดต่อ|มือถือ|ส่วนตัว|ส่วนบุคคล|ทั้งหมด)?(ของ)?(${thaiMe}|นี้|ออก|ทิ้ง)`,
      `(ลบ|เอา|ถอน|ตัด|ถอด|นำ)${thaiMe}ออกจาก(รายชื่อ|ลิสต์|ระบบ|ฐานข้อมูล|รายการ)`,
      `(เบอร์|ชื่อ|ข้อมูล)(โทรศัพท์|โทร)?(ของ)?(${thaiMe}|นี้).{0,6}(ลบ(?!ไม่)|เอาออก|ถอดออก)`,
      "(ไม่|มิ)(อยาก|ต้องการ|ประสงค์|สะดวก|ยินดี|พร้อม|คิด|ขอ|เต็มใจ)(ที่)?(จะ)?(ให้|ได้|ได้รับ|จะ|รับ|ถูก)?(จะ)?(ใคร|คุณ|พวกคุณ|บริษัท|บริษัทนี้|มี|มีใคร|ทาง.{0,6})?(โทร|รับสาย|รับโทรศัพท์|ติดต่อ|ถูกรบกวน|สาย|โทรศัพท์|รบกวน|การติดต่อ).{0,12}(อีก|แล้ว|ทั้งสิ้น|ทุกกรณี|ใดๆ|ใด)",
      "จะไม่(รับ|คุย)(สาย|โทรศัพท์|กับ).{0,14}อีก",
      `(บอก|เคยบอก|พูด|เตือน)(ไป)?(แล้ว|หลายครั้ง|หลายรอบ|กี่ครั้ง|กี่รอบ|กี่ที)(แล้ว)?(ว่า)?(อย่า|ไม่ต้อง|ห้าม|ให้เลิก|ให้หยุด)(มา)?${thaiCall}`,
      "(ขอ)?(ถอน|ยกเลิก|เพิกถอน)(การ|ความ)?(ให้)?(ความ)?(ยินยอม|รับสาย|สมัครรับ|ติดต่อ|รับการติดต่อ|รับข่าวสาร)",
      "(ไม่|มิ|ไม่ได้|ไม่เคย)(อนุญาต|ยินยอม|ยอม)ให้(ใคร|คุณ|พวกคุณ|บริษัท|มีการ)?(โทร|ติดต่อ|รบกวน|ใช้เบอร์)",
      "ลืมเบอร์(นี้|ผม|ฉัน|ดิฉัน|ของ)",
      "(ปล่อย|ขอให้ปล่อย)(ฉัน|ผม|ดิฉัน|หนู|เรา)(ไป|อยู่)(เถอะ|ที|สงบ|เงียบ)",
      `(ต่อไปนี้|ต่อจากนี้|จากนี้|นับจากนี้|ต่อไป|คราวหลัง|ทีหลัง|วันหลัง|ครั้งหน้า|คราวหน้า|ตั้งแต่วันนี้)(ไป)?(ขอ|ช่วย|กรุณา)?(อย่า|ไม่ต้อง|ห้าม|งด)(มา)?${thaiCall}`,
      "(แบล็คลิสต์|บัญชีดำ|ห้ามโทร$)",

      "(อย่า|ห้าม|ไม่ต้อง|กรุณาอย่า)(มา)?(โทร|โทรศัพท์|ติดต่อ|รบกวน)(มา|หา|ไป|เข้ามา|เบอร์นี้|มาหา|กลับ)?(ฉัน|ผม|ดิฉัน|หนู|เรา|เบอร์นี้|หา|มา)?(ฉัน|ผม)?อีก",
      "ไม่ต้อง(โทร|ติดต่อ)(มา|หา)(ฉัน|ผม|ดิฉัน)?แล้ว",
      "(เลิก|หยุด|งด)(โทร|ติดต่อ|รบกวน)(มา|หา|เข้ามา)?(ฉัน|ผม|ดิฉัน|หนู|เรา)?(ได้แล้ว|สักที|ซะที|ด้วย)?",
      "ไม่(อยาก|ต้องการ|ประสงค์)(ให้|จะ)?(คุณ)?(โทร|รับสาย|รับโทรศัพท์|ติดต่อ|ถูกรบกวน)…(อีก|แล้ว)",
      "(ลบ|เอา|บล็อก|ถอน|ตัด)(เบอร์|ชื่อ|ข้อมูล|หมายเลข)(โทร|ติดต่อ)?(ของ)?(ฉัน|ผม|ดิฉัน|หนู|เรา|ออก)",
      "(บอก|เคยบอก)(ไป)?(แล้ว|หลายครั้ง)(ว่า)?(อย่า|ไม่ต้อง|ห้าม)(โทร|ติดต่อ)",
      "(ขอ)?(ถอน|ยกเลิก|เพิกถอน)(ความ)?(ยินยอม|การรับสาย)",
      "ไม่(อนุญาต|ยินยอม)ให้(คุณ)?(โทร|ติดต่อ)",
      "(ต่อไปนี้|ต่อไป|คราวหลัง|ทีหลัง|วันหลัง)(อย่า|ไม่ต้อง)(โทร|ติดต่อ)",
      "(ปล่อยฉันไป|ปล่อยผมไป)(อย่า)?โทร?"
    ],
    plain: [
      "อย่า(ได้)?(มา)?รบกวน",
      `(อย่า|ห้าม|ไม่ต้อง|กรุณาอย่า|งด)(มา)?${thaiCall}(มา|หา|ไป|เข้ามา|เข้า|กลับ|กับ|เบอร์นี้|ที่เบอร์นี้|${thaiMe}){1,4}`,
      "(ไม่อยาก|ไม่ต้องการ)(ให้|ที่จะ)?(คุณ|ใคร|พวกคุณ)?(โทร|รับสาย|ติดต่อ|ได้รับสาย|รับโทรศัพท์)",
      "(อย่า|ห้าม)(โทร|ติดต่อ)(มา|หา)(ฉัน|ผม|ดิฉัน|หนู)?"
    ],
    limits: [
      "(หา|ไปหา|กวน|รบกวน)(แม่|พ่อ|ลูก|สามี|ภรรยา|แฟน|เมีย|เขา|เธอ|น้อง|ที่บ้าน|เพื่อน|หัวหน้า)",

      "ตอน|หลับ|นอน|ประชุม|(?<!ที|คราว|วัน|ภาย|ครั้ง)หลัง(?!จากนี้)|ทุ่ม|โมง|นาที|ชั่วโมง|เย็น|ค่ำ|เที่ยง|เบอร์อื่น|อีกเบอร์|ขับรถ|สาย(เกิน|ไป)|มืด|ทำงาน|ตี(หนึ่ง|สอง|สาม|สี่|ห้า)|เดี๋ยว",

      "ตอนนี้|วันนี้|พรุ่งนี้|ก่อน|จนกว่า|ถ้า|เวลา|ช่วง|ตอนเช้า|ตอนเย็น|ระหว่าง|ขณะ",
      "วัน(จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์)|ดึก|เช้า|กลางคืน|บ่อย",
      "ที่ทำงาน|ออฟฟิศ|อาทิตย์นี้"
    ],
    span: { time: "(อาทิตย์|สัปดาห์|เดือน|ปี|(?<!ตั้งแต่|จาก)วัน)นี้|จนถึง.{0,12}", again: "อีก", within: 10 },
    denials: [
      "(อย่า|ไม่ต้อง|ห้าม|ไม่ให้|อย่าเพิ่ง|ไม่อยากให้|ไม่ได้ให้|ไม่ต้องการให้)(ช่วย)?(คุณ)?(ลบ|เอา.{0,8}ออก|ตัด|บล็อก|ถอน|ถอด|หยุด|เลิก|ลังเล|เกรงใจ)",
      "หมายความว่า(จะ|คุณ)?.{0,8}ไม่|ใช่ไหม|ใช่มั้ย|หรือเปล่า",

      "อย่า(หยุด|ลืม|เพิ่งวาง)",
      "ไม่ได้(บอก|พูด)",
      "ทำไม.{0,8}ไม่(?!ต้อง|หยุด|เลิก)",
      "(พี่ชาย|พี่สาว|น้อง|สามี|ภรรยา|แฟน|ลูกชาย|ลูกสาว|แม่|พ่อ|เพื่อนบ้าน|หัวหน้า|เขา|เธอ|เพื่อน)(บอก|ไม่|พูด|ขอ|ก็)",
      "จนกว่า|(?<!ตั้งแต่|จาก)(วันนี้|ตอนนี้)(ไม่ต้อง|อย่า)"
    ],
    alone: ["(หยุด|เลิก|สต็อป)(ได้แล้ว|นะ|ครับ|ค่ะ|คะ|เถอะ)?"],
    promises: [
      "(จะ)?ไม่(โทร|ติดต่อ|รบกวน)(หา|ไปหา|กลับ|ไป)?(คุณ|ท่าน|ลูกค้า)อีก",
      "(คุณ|ท่าน)จะไม่(ได้รับ)(สาย|โทรศัพท์)(.{0,12})อีก",
      "(ได้)?ลบ(เบอร์|หมายเลข|ชื่อ)(โทร)?(ของ)?(คุณ|ท่าน)"
    ]
  },
  { withoutSpaces: true }
)
