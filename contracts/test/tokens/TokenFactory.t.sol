// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {ITokenFactory} from "../../src/tokens/ITokenFactory.sol";
import {TokenFactory} from "../../src/tokens/TokenFactory.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";
import {MarketMock} from "../helpers/MarketMock.sol";
import {Vm} from "../helpers/Test.sol";

contract TokenFactoryTest is ExchangeFixture {
    struct Refusal {
        string symbol;
        string name;
        uint256 multiplier;
        bool frozen;
        uint256 bonding;
        uint256 startLP;
        bytes4 reason;
    }

    function test_createsNothingWithoutADeployer() public {
        TokenFactory fresh = TokenFactory(deploy("TokenFactory", abi.encode(main, OPERATOR)));
        vm.prank(DEV);
        vm.expectRevert(ITokenFactory.TokenDeployerMissing.selector);
        fresh.createToken("LATE", "Late", 10, false, 0, 100, false, 0, false);
        vm.startPrank(OPERATOR);
        vm.expectRevert(ITokenFactory.ZeroAddress.selector);
        fresh.setTokenDeployer(address(0));
        fresh.setTokenDeployer(deploy("FactoryTokenDeployer", ""));
        vm.stopPrank();
        vm.prank(DEV);
        address token = fresh.createToken("LATE", "Late", 10, false, 0, 100, false, 0, false);
        vm.assertTrue(fresh.isEcosystemToken(token));
    }

    function test_listsWhatItCreates() public {
        vm.recordLogs();
        vm.prank(ALICE);
        address one = factory.createToken("A", "Atoll A", 10, false, 0, 100, false, 0, false);
        bytes32 topic = keccak256("TokenCreated(address,string,string,address)");
        bool announced;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != topic) continue;
            announced = true;
            (string memory name, string memory symbol, address creator) =
                abi.decode(logs[i].data, (string, string, address));
            vm.assertEq(name, "Atoll A");
            vm.assertEq(symbol, "A");
            vm.assertEq(creator, ALICE);
        }
        vm.assertTrue(announced);
        vm.warp(vm.getBlockTimestamp() + 60);
        vm.prank(ALICE);
        address two = factory.createToken("B", "Atoll B", 100, true, 1, 10_000, false, 0, false);
        vm.assertTrue(factory.isEcosystemToken(one) && factory.isEcosystemToken(two));
        vm.assertFalse(factory.isEcosystemToken(address(main)));
        vm.assertEq(factory.creatorOf(two), ALICE);
        vm.assertEq(factory.getTokenCountByCreator(ALICE), 2);
        vm.assertEq(factory.getTokensByCreator(ALICE)[1], two);
        vm.assertEq(factory.creatorToTokens(ALICE, 0), one);
        vm.assertEq(factory.creationCount(), 2);
        vm.assertEq(factory.lastCreation(), vm.getBlockTimestamp());
        vm.assertEq(factory.marketOf(one), address(0));
        vm.assertTrue(FactoryToken(two).frozen());
        vm.assertEq(uint256(FactoryToken(two).decimals()), 18);
    }

    function test_refusesWhatIsOutOfRange() public {
        Refusal[11] memory refusals = [
            Refusal("A", "A", 0, false, 0, 100, ITokenFactory.InvalidMultiplier.selector),
            Refusal("A", "A", 91, false, 0, 100, ITokenFactory.InvalidMultiplier.selector),
            Refusal("A", "A", 99, false, 0, 100, ITokenFactory.InvalidMultiplier.selector),
            Refusal("A", "A", 101, false, 0, 100, ITokenFactory.InvalidMultiplier.selector),
            Refusal("A", "A", 50, false, 0, 99, ITokenFactory.InvalidStartLP.selector),
            Refusal("A", "A", 50, false, 0, 10_001, ITokenFactory.InvalidStartLP.selector),
            Refusal("A", "A", 50, false, 150_001, 100, ITokenFactory.InvalidBonding.selector),
            Refusal("A", "A", 50, true, 0, 100, ITokenFactory.InvalidBonding.selector),
            Refusal("A", "A", 50, false, type(uint256).max, 100, ITokenFactory.InvalidBonding.selector),
            Refusal("", "A", 50, false, 0, 100, ITokenFactory.InvalidSymbol.selector),
            Refusal("A", "", 50, false, 0, 100, ITokenFactory.InvalidName.selector)
        ];
        for (uint256 i; i < refusals.length; ++i) {
            Refusal memory r = refusals[i];
            vm.expectRevert(r.reason);
            factory.createToken(
                r.symbol, r.name, r.multiplier, r.frozen, r.bonding, r.startLP, false, 0, false
            );
        }
        factory.createToken("A", "A", 1, true, 150_000, 100, false, 0, false);
    }

    /// Clients send whole units or 18 decimals; other amounts are refused.
    function test_amountsAreWholeOrIn18Decimals() public {
        FactoryToken whole =
            FactoryToken(factory.createToken("A", "A", 50, true, 150_000, 10_000, false, 0, false));
        FactoryToken wad =
            FactoryToken(factory.createToken("A", "A", 50, true, 150_000e18, 10_000e18, false, 0, false));
        vm.assertEq(whole.getBondingTarget(), 150_000e18);
        vm.assertEq(wad.getBondingTarget(), 150_000e18);
        vm.assertEq(wad.baseReserve0(), whole.baseReserve0());
        vm.assertEq(wad.baseReserve1(), whole.baseReserve1());
        FactoryToken odd =
            FactoryToken(factory.createToken("A", "A", 50, false, 1.5e18, 100.25e18, false, 0, false));
        vm.assertEq(odd.getBondingTarget(), 1.5e18);
        vm.assertEq(odd.baseReserve0(), 100.25e18);
        uint256[6] memory depths = [uint256(0), 99, 10_001, 100e18 - 1, 10_000e18 + 1, type(uint256).max];
        for (uint256 i; i < depths.length; ++i) {
            vm.expectRevert(ITokenFactory.InvalidStartLP.selector);
            factory.createToken("A", "A", 50, false, 0, depths[i], false, 0, false);
        }
        uint256[4] memory phases = [uint256(150_001), 1e18 - 1, 150_000e18 + 1, type(uint256).max];
        MarketMock market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        for (uint256 i; i < phases.length; ++i) {
            vm.expectRevert(ITokenFactory.InvalidBonding.selector);
            factory.createToken("A", "A", 50, false, phases[i], 100, false, 0, false);
            vm.expectRevert(ITokenFactory.InvalidBonding.selector);
            market.create(factory, DEV, false, phases[i]);
        }
        vm.assertEq(FactoryToken(market.create(factory, DEV, true, 2)).getBondingTarget(), 2e18);
        vm.assertEq(FactoryToken(market.create(factory, DEV, true, 2e18)).getBondingTarget(), 2e18);
    }

    /// USDB and TIDE are reserved, in whatever letters they are written.
    function test_platformNamesAreReserved() public {
        string[10] memory taken = [
            "USDB",
            "tide",
            unicode"USDВ",
            unicode"ＴＩＤＥ",
            unicode"ΤΙDΕ",
            "T1DE",
            "TlDE",
            unicode"𝐔𝐒𝐃𝐁",
            unicode"TÍDÉ",
            unicode"ṬIDE"
        ];
        for (uint256 i; i < taken.length; ++i) {
            vm.expectRevert(ITokenFactory.ReservedSymbol.selector);
            factory.createToken(taken[i], "A", 50, false, 0, 100, false, 0, false);
            vm.expectRevert(ITokenFactory.ReservedName.selector);
            factory.createToken("A", taken[i], 50, false, 0, 100, false, 0, false);
        }
        vm.expectRevert(ITokenFactory.ReservedName.selector);
        factory.createToken("A", "T i d e", 50, false, 0, 100, false, 0, false);
        vm.prank(OPERATOR);
        factory.setMarket(ALICE, true);
        vm.startPrank(ALICE);
        vm.expectRevert(ITokenFactory.ReservedSymbol.selector);
        factory.createMarketToken("usdb", "A", false, 0, DEV);
        vm.expectRevert(ITokenFactory.ReservedName.selector);
        factory.createMarketToken("A", "usdb", false, 0, DEV);
        vm.stopPrank();
        factory.createToken("TIDES", "Tide pool", 50, false, 0, 100, false, 0, false);
        factory.createToken("USD", "USDBB", 50, false, 0, 100, false, 0, false);
    }

    /// A page must show exactly the text that was signed: no invisible characters, no direction marks.
    function test_refusesHostileLabels() public {
        bytes[45] memory hostile = [
            bytes("A  B"),
            bytes(unicode"\u3164"),
            bytes(unicode"A\u3164"),
            bytes(unicode"A\u00A0B"),
            bytes(unicode"A\uFE0F"),
            bytes(unicode"A\u034FB"),
            bytes(unicode"A\u2800B"),
            bytes(unicode"A\u3000B"),
            bytes(unicode"A\u1680B"),
            bytes(unicode"A\u2007B"),
            bytes(unicode"A\u202FB"),
            bytes(unicode"A\u205FB"),
            bytes(unicode"A\u115FB"),
            bytes(unicode"A\u1160B"),
            bytes(unicode"A\uFFA0B"),
            bytes(unicode"A\uE000B"),
            bytes(hex"41f3a0848042"),
            bytes(unicode"A\u0335\u0336\u0337"),
            bytes(unicode"\u0301A"),
            bytes(unicode"ก\u0E47\u0E47\u0E47\u0E47\u0E47"),
            bytes(" A"),
            bytes("A "),
            bytes("A\x00B"),
            bytes("A\nB"),
            bytes("A\tB"),
            bytes("A\x7FB"),
            bytes(unicode"A\u0085B"),
            bytes(unicode"A\u00ADB"),
            bytes(unicode"A\u061CB"),
            bytes(unicode"A\u180EB"),
            bytes(unicode"A\u200BB"),
            bytes(unicode"A\u200FB"),
            bytes(unicode"A\u2028B"),
            bytes(unicode"A\u202EB"),
            bytes(unicode"A\u2066B"),
            bytes(unicode"A\uFEFFB"),
            bytes(unicode"A\uFFF9B"),
            bytes(hex"41f3a0818142"),
            bytes(hex"41c0af42"),
            bytes(hex"41eda08042"),
            bytes(hex"41e08080"),
            bytes(hex"41f4908080"),
            bytes(hex"4180"),
            bytes(hex"41e282"),
            bytes(hex"41ff")
        ];
        for (uint256 i; i < hostile.length; ++i) {
            vm.expectRevert(ITokenFactory.InvalidName.selector);
            factory.createToken("A", string(hostile[i]), 50, false, 0, 100, false, 0, false);
            vm.expectRevert(ITokenFactory.InvalidSymbol.selector);
            factory.createToken(string(hostile[i]), "A", 50, false, 0, 100, false, 0, false);
        }
        vm.expectRevert(ITokenFactory.InvalidSymbol.selector);
        factory.createToken("A B", "A B", 50, false, 0, 100, false, 0, false);
        vm.expectRevert(ITokenFactory.InvalidName.selector);
        factory.createToken("A", _letters(129), 50, false, 0, 100, false, 0, false);
        vm.expectRevert(ITokenFactory.InvalidSymbol.selector);
        factory.createToken(_letters(33), "A", 50, false, 0, 100, false, 0, false);
        vm.expectRevert(ITokenFactory.InvalidName.selector);
        factory.createToken("A", _letters(100_000), 50, false, 0, 100, false, 0, false);
    }

    function test_acceptsTheLanguagesOfTheWorld() public {
        string[11] memory names = [
            unicode"Tiếng Việt",
            unicode"Tie\u0302\u0301ng Vie\u0323\u0302t",
            unicode"जड़ें",
            unicode"ลูกน้ำ",
            unicode"ရွှံ့",
            unicode"Ångström & Söhne",
            unicode"珊瑚礁",
            unicode"Коралловый риф",
            unicode"شعاب مرجانية",
            unicode"🪸🐠",
            "<script>alert(1)</script>"
        ];
        for (uint256 i; i < names.length; ++i) {
            FactoryToken token =
                FactoryToken(factory.createToken("T", names[i], 50, false, 0, 100, false, 0, false));
            vm.assertEq(token.name(), names[i]);
        }
        factory.createToken(_letters(32), _letters(128), 50, false, 0, 100, false, 0, false);
    }

    /// Of the single bytes exactly printable ASCII is accepted, and no input makes the factory panic.
    function testFuzz_everyLabelIsJudged(bytes memory label) public {
        bool plain = label.length > 0 && label.length <= 128;
        for (uint256 i; i < label.length; ++i) {
            if (i % 2 == 0) label[i] = bytes1(0x20 + uint8(label[i]) % 0x5f);
            if (label[i] < 0x20 || label[i] > 0x7e) plain = false;
        }
        if (plain) plain = label[0] != " " && label[label.length - 1] != " ";
        for (uint256 i = 1; plain && i < label.length; ++i) {
            plain = label[i] != " " || label[i - 1] != " ";
        }
        (bool ok, bytes memory reason) = address(factory)
            .call(
                abi.encodeCall(factory.createToken, ("A", string(label), 50, false, 0, 100, false, 0, false))
            );
        // Forge also tries words of the sources, and the reserved names are among them.
        if (!ok && bytes4(reason) == ITokenFactory.ReservedName.selector) return;
        if (plain) vm.assertTrue(ok);
        if (!ok) vm.assertTrue(bytes4(reason) == ITokenFactory.InvalidName.selector);
    }

    function test_feeIsExact() public {
        vm.prank(OPERATOR);
        factory.setFee(1 ether, false);
        vm.deal(ALICE, 10 ether);
        vm.startPrank(ALICE);
        bytes memory wrong = abi.encodeWithSelector(ITokenFactory.WrongFee.selector, 1 ether);
        vm.expectRevert(wrong);
        factory.createToken("A", "A", 50, false, 0, 100, false, 0, false);
        vm.expectRevert(wrong);
        factory.createToken{value: 1 ether + 1}("A", "A", 50, false, 0, 100, false, 0, false);
        factory.createToken{value: 1 ether}("A", "A", 50, false, 0, 100, false, 0, false);
        vm.stopPrank();
        vm.startPrank(OPERATOR);
        vm.expectRevert(ITokenFactory.ZeroAddress.selector);
        factory.withdrawFees(payable(address(0)));
        // USDB cannot receive the native coin.
        vm.expectRevert(ITokenFactory.FeeTransferFailed.selector);
        factory.withdrawFees(payable(address(usdb)));
        factory.withdrawFees(payable(TREASURY));
        vm.assertEq(TREASURY.balance, 1 ether);
        vm.assertEq(address(factory).balance, 0);
    }

    function test_autoVestNeedsTheVestingContract() public {
        vm.expectRevert(ITokenFactory.VestingUnavailable.selector);
        factory.createToken("A", "A", 50, false, 0, 100, true, 30 days, true);
        vm.startPrank(OPERATOR);
        factory.setVesting(address(0x7e57));
        factory.setFee(1 ether, false);
        vm.stopPrank();
        vm.expectRevert(ITokenFactory.InvalidVestDuration.selector);
        factory.createToken("A", "A", 50, false, 0, 100, true, 3_599, true);
        FactoryToken token =
            FactoryToken(factory.createToken("A", "A", 50, false, 0, 100, true, 30 days, true));
        vm.assertTrue(token.autoVest() && token.gradualAutoVesting());
        vm.assertEq(token.autoVestDuration(), 30 days);
        vm.prank(OPERATOR);
        factory.setFee(1 ether, true);
        vm.expectRevert(abi.encodeWithSelector(ITokenFactory.WrongFee.selector, 1 ether));
        factory.createToken("A", "A", 50, false, 0, 100, true, 30 days, true);
    }

    function test_onlyAllowedMarketsCreateMarketTokens() public {
        MarketMock market = new MarketMock();
        vm.expectRevert(ITokenFactory.OnlyMarket.selector);
        market.create(factory, DEV);
        vm.startPrank(OPERATOR);
        vm.expectRevert(ITokenFactory.ZeroAddress.selector);
        factory.setMarket(address(0), true);
        factory.setMarket(address(market), true);
        vm.stopPrank();
        vm.expectRevert(ITokenFactory.ZeroAddress.selector);
        market.create(factory, address(0));
        FactoryToken token = FactoryToken(market.create(factory, DEV));
        vm.assertEq(factory.marketOf(address(token)), address(market));
        vm.assertEq(factory.creatorOf(address(token)), DEV);
        vm.assertEq(token.hybridMultiplier(), 100);
        vm.assertEq(token.baseReserve0(), 1_000e18);
        vm.prank(OPERATOR);
        factory.setMarket(address(market), false);
        vm.expectRevert(ITokenFactory.OnlyMarket.selector);
        market.create(factory, DEV);
    }

    function test_onlyTheOperatorConfigures() public {
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert(refused);
        factory.setFee(1, true);
        vm.expectRevert(refused);
        factory.setMarket(ALICE, true);
        vm.expectRevert(refused);
        factory.setVesting(ALICE);
        vm.expectRevert(refused);
        factory.withdrawFees(payable(ALICE));
    }

    function _letters(uint256 length) private pure returns (string memory) {
        bytes memory letters = new bytes(length);
        for (uint256 i; i < length; ++i) {
            letters[i] = "a";
        }
        return string(letters);
    }
}
