import type { LanguageLines } from "./line-texts.ts"

export const arabic: LanguageLines = {
  greeting: "السلام عليكم.",
  "cut off": "عذرًا، لقد انقطع الخط في مكالمتنا السابقة.",
  reminder: "هذا تذكير بوعدكم: {date}.",
  filler: "لحظة من فضلك.",
  "second filler": "سيستغرق الأمر وقتا أطول قليلا، نرجو البقاء على الخط.",
  "ask to repeat": "عذرا، لم يكن الصوت واضحا. هل يمكن إعادة ما قلته من فضلك؟",
  "first silence": "ألو، هل صوتي مسموع؟",
  "second silence": "هل ما زلنا على الخط؟",
  "goodbye after silence": "عذرا، لا أسمع صوتا، لذلك سأنهي المكالمة هنا. شكرا ومع السلامة.",
  goodbye: "شكرا على وقتك. مع السلامة.",
  "time is up": "عذرا، انتهى وقت المكالمة، لذلك سأنهيها الآن. شكرا على وقتك. مع السلامة.",
  "opt-out": "بالتأكيد. لن نتصل بك مرة أخرى. نعتذر عن الإزعاج. مع السلامة.",
  apology: "عذرا، حدثت مشكلة تقنية، لذلك سأنهي المكالمة هنا. مع السلامة.",
  "may record": "هل يمكننا تسجيل هذه المكالمة؟ يرجى الإجابة بنعم أو لا."
}

export const turkish: LanguageLines = {
  greeting: "Merhaba.",
  "cut off": "Özür dileriz, önceki görüşmemiz kesilmişti.",
  reminder: "Bu, verdiğiniz sözün hatırlatmasıdır: {date}.",
  filler: "Bir dakika lütfen.",
  "second filler": "Biraz daha sürecek, lütfen hatta kalın.",
  "ask to repeat": "Özür dilerim, sizi iyi duyamadım. Lütfen tekrar eder misiniz?",
  "first silence": "Alo, beni duyuyor musunuz?",
  "second silence": "Hâlâ hatta mısınız?",
  "goodbye after silence":
    "Özür dilerim, sizi duyamıyorum, bu yüzden görüşmeyi burada bitiriyorum. Teşekkürler, hoşça kalın.",
  goodbye: "Vakit ayırdığınız için teşekkürler. Hoşça kalın.",
  "time is up":
    "Özür dilerim, süremiz doldu, görüşmeyi burada bitirmem gerekiyor. Vakit ayırdığınız için teşekkürler. Hoşça kalın.",
  "opt-out": "Elbette. Sizi bir daha aramayacağız. Rahatsızlık için özür dileriz. Hoşça kalın.",
  apology: "Özür dilerim, teknik bir sorun oluştu, görüşmeyi burada bitirmem gerekiyor. Hoşça kalın.",
  "may record": "Bu görüşmeyi kaydedebilir miyiz? Lütfen evet veya hayır deyin."
}

export const indonesian: LanguageLines = {
  greeting: "Halo.",
  "cut off": "Maaf, panggilan kita sebelumnya terputus.",
  reminder: "Ini pengingat janji Anda: {date}.",
  filler: "Mohon tunggu sebentar.",
  "second filler": "Ini perlu waktu sedikit lagi, mohon tetap di sambungan.",
  "ask to repeat": "Maaf, suaranya kurang jelas. Bisa tolong diulangi?",
  "first silence": "Halo, apakah suara saya terdengar?",
  "second silence": "Apakah masih tersambung?",
  "goodbye after silence":
    "Maaf, suaranya tidak terdengar, jadi panggilan ini saya akhiri. Terima kasih, sampai jumpa.",
  goodbye: "Terima kasih atas waktunya. Sampai jumpa.",
  "time is up":
    "Maaf, waktu kita sudah habis, jadi panggilan ini saya akhiri. Terima kasih atas waktunya. Sampai jumpa.",
  "opt-out": "Baik. Kami tidak akan menelepon lagi. Mohon maaf atas gangguannya. Sampai jumpa.",
  apology: "Maaf, ada gangguan teknis, jadi panggilan ini saya akhiri. Sampai jumpa.",
  "may record": "Bolehkah kami merekam panggilan ini? Mohon jawab ya atau tidak."
}

export const vietnamese: LanguageLines = {
  greeting: "Xin chào.",
  "cut off": "Xin lỗi, cuộc gọi trước của chúng ta đã bị ngắt.",
  reminder: "Đây là cuộc gọi nhắc về lời hứa của quý vị: {date}.",
  filler: "Xin chờ một chút.",
  "second filler": "Việc này cần thêm một chút thời gian, xin giữ máy.",
  "ask to repeat": "Xin lỗi, tôi nghe không rõ. Quý vị vui lòng nói lại được không?",
  "first silence": "A lô, quý vị có nghe tôi nói không?",
  "second silence": "Quý vị còn ở đó không?",
  "goodbye after silence": "Xin lỗi, tôi không nghe thấy gì nên xin kết thúc cuộc gọi tại đây. Xin cảm ơn và tạm biệt.",
  goodbye: "Cảm ơn quý vị đã dành thời gian. Tạm biệt.",
  "time is up": "Xin lỗi, thời gian đã hết nên tôi xin kết thúc cuộc gọi. Cảm ơn quý vị đã dành thời gian. Tạm biệt.",
  "opt-out": "Vâng. Chúng tôi sẽ không gọi lại cho quý vị nữa. Xin lỗi đã làm phiền. Tạm biệt.",
  apology: "Xin lỗi, hệ thống gặp sự cố kỹ thuật nên tôi xin kết thúc cuộc gọi. Tạm biệt.",
  "may record": "Chúng tôi có thể ghi âm cuộc gọi này không? Xin vui lòng trả lời có hoặc không."
}

// The forms without a polite particle fit a voice of either gender.
export const thai: LanguageLines = {
  greeting: "สวัสดี",
  "cut off": "ขออภัย สายก่อนหน้านี้หลุดไป",
  reminder: "นี่คือการแจ้งเตือนเรื่องที่คุณรับปากไว้: {date}",
  filler: "กรุณารอสักครู่",
  "second filler": "ขอเวลาอีกสักครู่ กรุณาถือสายรอ",
  "ask to repeat": "ขออภัย เสียงไม่ค่อยชัด กรุณาพูดอีกครั้ง",
  "first silence": "ฮัลโหล ได้ยินเสียงไหม",
  "second silence": "ยังอยู่ในสายไหม",
  "goodbye after silence": "ขออภัย ไม่ได้ยินเสียงของคุณ จึงขอจบการสนทนาเพียงเท่านี้ ขอบคุณและสวัสดี",
  goodbye: "ขอบคุณที่สละเวลา สวัสดี",
  "time is up": "ขออภัย หมดเวลาแล้ว จึงขอจบการสนทนาเพียงเท่านี้ ขอบคุณที่สละเวลา สวัสดี",
  "opt-out": "รับทราบ เราจะไม่โทรหาคุณอีก ขออภัยที่รบกวน สวัสดี",
  apology: "ขออภัย เกิดปัญหาทางเทคนิค จึงขอจบการสนทนาเพียงเท่านี้ สวัสดี",
  "may record": "ขออนุญาตบันทึกเสียงการสนทนานี้ได้ไหม กรุณาตอบว่าได้หรือไม่ได้"
}

export const chinese: LanguageLines = {
  greeting: "您好。",
  "cut off": "抱歉，我们上次的通话中断了。",
  reminder: "这是关于您承诺的提醒：{date}。",
  filler: "请稍等。",
  "second filler": "还需要一点时间，请不要挂断。",
  "ask to repeat": "抱歉，我没有听清楚。请您再说一遍好吗？",
  "first silence": "您好，能听到我说话吗？",
  "second silence": "您还在吗？",
  "goodbye after silence": "抱歉，我听不到您的声音，通话就到这里。谢谢，再见。",
  goodbye: "感谢您的时间。再见。",
  "time is up": "抱歉，通话时间到了，我们只能到这里结束。感谢您的时间。再见。",
  "opt-out": "好的。我们不会再给您打电话。抱歉打扰了。再见。",
  apology: "抱歉，我们遇到了技术问题，通话只能到这里结束。再见。",
  "may record": "这次通话可以录音吗？请回答可以或者不可以。"
}

export const japanese: LanguageLines = {
  greeting: "もしもし。",
  "cut off": "申し訳ございません、先ほどのお電話は途中で切れてしまいました。",
  reminder: "お約束の確認のお電話です：{date}。",
  filler: "少々お待ちください。",
  "second filler": "もう少しお時間がかかります。そのままお待ちください。",
  "ask to repeat": "申し訳ございません、よく聞き取れませんでした。もう一度おっしゃっていただけますか？",
  "first silence": "もしもし、聞こえていらっしゃいますか？",
  "second silence": "まだお電話口にいらっしゃいますか？",
  "goodbye after silence": "申し訳ございません、お声が聞こえないため、こちらで失礼いたします。ありがとうございました。",
  goodbye: "お時間をいただき、ありがとうございました。失礼いたします。",
  "time is up": "申し訳ございません、お時間になりましたので、こちらで失礼いたします。ありがとうございました。",
  "opt-out": "承知いたしました。今後お電話を差し上げることはございません。ご迷惑をおかけしました。失礼いたします。",
  apology: "申し訳ございません、技術的な問題が発生したため、こちらで失礼いたします。",
  "may record": "この通話を録音してもよろしいですか？「はい」か「いいえ」でお答えください。"
}

export const korean: LanguageLines = {
  greeting: "안녕하세요.",
  "cut off": "죄송합니다, 지난번 통화가 중간에 끊겼습니다.",
  reminder: "약속하신 내용을 알려 드리는 전화입니다: {date}.",
  filler: "잠시만 기다려 주세요.",
  "second filler": "시간이 조금 더 걸립니다. 끊지 말고 기다려 주세요.",
  "ask to repeat": "죄송합니다, 잘 들리지 않았습니다. 다시 한번 말씀해 주시겠어요?",
  "first silence": "여보세요, 제 말이 들리시나요?",
  "second silence": "아직 듣고 계신가요?",
  "goodbye after silence": "죄송합니다, 말씀이 들리지 않아 통화를 마치겠습니다. 감사합니다, 안녕히 계세요.",
  goodbye: "시간 내주셔서 감사합니다. 안녕히 계세요.",
  "time is up": "죄송합니다, 시간이 다 되어 통화를 마치겠습니다. 시간 내주셔서 감사합니다. 안녕히 계세요.",
  "opt-out": "네, 알겠습니다. 다시 연락드리지 않겠습니다. 불편을 드려 죄송합니다. 안녕히 계세요.",
  apology: "죄송합니다, 기술적인 문제가 생겨 통화를 마치겠습니다. 안녕히 계세요.",
  "may record": "이 통화를 녹음해도 될까요? 네 또는 아니요로 말씀해 주세요."
}
