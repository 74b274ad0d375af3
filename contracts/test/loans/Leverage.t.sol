// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILeverageSimulator} from "../../src/loans/ILeverageSimulator.sol";
import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {LeverageFixture} from "../helpers/LeverageFixture.sol";
import {Vm} from "../helpers/Test.sol";

/// @dev Opening leverage positions: amounts, events, records, refusals.
contract LeverageTest is LeverageFixture {
    bytes32 private constant TRADED = keccak256("TokensTraded(uint256,uint256,address,uint256,uint8)");

    uint256[6] private multipliers = [uint256(0), 1, 30, 50, 80, 100];

    /// forge-config: default.fuzz.runs = 60
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_givesWhatTheSimulatorSays(uint256 seed) public {
        address token = _marketOf(seed);
        uint256 amount = usdbOf(draw(seed, 3), 1e18, 1_000_000e18);
        uint256 numberOfDays = bound(draw(seed, 4), 1, 1_000);
        uint256[3] memory supplies = [main.totalSupply(), FactoryToken(token).totalSupply(), main.reserve1()];
        ILeverageSimulator.Simulation memory expected = simulate(token, amount, numberOfDays);
        if (expected.totalRepay < main.minimumLoan()) {
            vm.expectRevert(ILoanBook.LoanTooSmall.selector);
            leverage(token, amount, numberOfDays);
            return;
        }
        uint256 before = usdb.balanceOf(TRADER);
        vm.assertEq(leverage(token, amount, numberOfDays), expected.totalColleteral);

        ILoanBook.LoanDetails memory position = positionOf(1);
        vm.assertEq(position.token, token);
        vm.assertEq(position.collateralAmount, expected.totalColleteral);
        vm.assertEq(position.fullAmount, expected.totalRepay);
        vm.assertEq(position.borrowedAmount, expected.totalBorrowed);
        vm.assertEq(position.liquidationTime, vm.getBlockTimestamp() + numberOfDays * 1 days);
        vm.assertEq(position.leverage.leverageBuyAmount, before - usdb.balanceOf(TRADER));
        vm.assertEq(position.leverage.cashedOut, 0);
        vm.assertTrue(position.active);
        vm.assertEq(main.reserve0(), expected.newXeReserve0);
        vm.assertEq(main.reserve1(), expected.newXeReserve1);
        vm.assertEq(FactoryToken(token).reserve0(), expected.newReserve0);
        vm.assertEq(FactoryToken(token).reserve1(), expected.newReserve1);
        vm.assertEq(main.totalSupply() - supplies[0], expected.xeAdded);
        vm.assertEq(FactoryToken(token).totalSupply() - supplies[1], expected.tokenAdded);
        vm.assertEq(main.reserve1() - supplies[2], expected.usdcAdded);
        _assertSolvent(token);
    }

    /// Own money = what stays in the pools + what is split as tax: all taxes of the trades and half of the fees.
    function test_amountsOfASimulationAddUp() public {
        ILeverageSimulator.Simulation memory result = simulate(address(main), 1_000e18, 100);
        uint256 taxesBefore = _taxesPaid();
        uint256 lentBefore = main.lent();
        leverage(address(main), 1_000e18, 100);
        uint256 taxes = _taxesPaid() - taxesBefore;
        uint256 own = positionOf(1).leverage.leverageBuyAmount;
        vm.assertEq(result.realLiquidity + taxes, own);
        vm.assertEq(result.realLiquidity, result.usdcAdded - (main.lent() - lentBefore));
        uint256 loanFees = result.totalRepay - result.totalBorrowed;
        vm.assertApproxEqAbs(result.totalFees - loanFees, taxes - loanFees / 2, 300);
    }

    function test_eventsCarryTheSums() public {
        address token = tokenOf(80);
        buy(BOB, token, 500e18);
        uint256 tidePrice = main.getUSDPrice();
        uint256 tokenPrice = FactoryToken(token).getUSDPrice();
        ILeverageSimulator.Simulation memory expected = simulate(token, 1_000e18, 30);
        vm.recordLogs();
        leverage(token, 1_000e18, 30);
        Vm.Log[] memory logs = _logsOf(TRADED);
        vm.assertEq(logs.length, 2);
        _assertTrade(logs[0], address(main), expected.xeAdded, tidePrice);
        _assertTrade(logs[1], token, expected.tokenAdded, tokenPrice);
        (, uint256 tideValue,,) = abi.decode(logs[0].data, (uint256, uint256, uint256, uint8));
        uint256 taxes = expected.totalFees - (expected.totalRepay - expected.totalBorrowed);
        uint256 inputs = positionOf(1).leverage.leverageBuyAmount + expected.totalBorrowed;
        vm.assertEq(tideValue, inputs - taxes, "all inputs without tax");
    }

    function test_recordsEachPosition() public {
        address token = tokenOf(30);
        vm.expectEmit(true, true, true, false, address(main));
        emit ILoanBook.LeverageCreated(TRADER, 1, token, 0, 0, 0);
        leverage(token, 100e18, 30);
        leverage(address(main), 100e18, 30);
        leverage(token, 100e18, 30);
        vm.assertEq(main.leverageCount(TRADER), 3);
        vm.assertEq(main.loanCount(TRADER), 0);
        vm.assertEq(main.getLeverageCountForUserAndToken(TRADER, token), 2);
        vm.assertEq(main.userTokenLeverageIds(TRADER, token, 1), 3);
        vm.assertEq(main.userTokenLeverageIds(TRADER, address(main), 0), 2);
    }

    function test_leastOutputBinds() public {
        uint256 expected = simulate(address(main), 100e18, 30).totalColleteral;
        address[] memory path = buyPath(address(main));
        vm.startPrank(TRADER);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, expected, expected + 1));
        swap.leverageBuy(100e18, expected + 1, path, 30);
        vm.assertEq(swap.leverageBuy(100e18, expected, path, 30), expected);
        vm.stopPrank();
    }

    function test_refusesPathsThatAreNoPurchase() public {
        address token = tokenOf(80);
        address[][3] memory paths = [
            pathOf(address(main), address(usdb)),
            pathOf(token, address(main), address(usdb)),
            pathOf(address(usdb), address(main), ALICE)
        ];
        for (uint256 i; i < paths.length; ++i) {
            vm.prank(TRADER);
            vm.expectRevert(ISwap.InvalidPath.selector);
            swap.leverageBuy(100e18, 0, paths[i], 30);
        }
    }

    function test_refusesTermsAndAmounts() public {
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        leverage(address(main), 100e18, 0);
        vm.expectRevert(ILoanBook.InvalidDays.selector);
        leverage(address(main), 100e18, 1_001);
        vm.expectRevert(IPool.ZeroAmount.selector);
        leverage(address(main), 0, 30);
        vm.expectRevert(ILoanBook.LoanTooSmall.selector);
        leverage(address(main), 0.01e18, 30);
        vm.expectRevert(IPool.ZeroOutput.selector);
        leverage(address(main), 1, 30);
        vm.prank(OPERATOR);
        usdb.mint(TRADER, 2 ** 128);
        vm.expectRevert(IPool.AmountTooLarge.selector);
        leverage(address(main), 2 ** 128, 30);
    }

    function test_refusesTheRewardPhase() public {
        address token = address(launch(80, false, 1_000, 1_000));
        vm.expectRevert(IFactoryToken.RewardPhaseNotOver.selector);
        leverage(token, 100e18, 30);
        buy(BOB, token, 2_000e18);
        leverage(token, 100e18, 30);
    }

    function test_refusesTokensWithAutoVest() public {
        vm.prank(OPERATOR);
        factory.setVesting(address(0xbe57));
        vm.prank(DEV);
        address token = factory.createToken("REEF", "Reef", 80, false, 0, 1_000, true, 30 days, false);
        vm.expectRevert(IFactoryToken.TokenAutoVests.selector);
        leverage(token, 100e18, 30);
    }

    function test_aFrozenTokenAdmitsItsWhitelistUpToTheLimit() public {
        FactoryToken token = launch(80, true, 1_000, 1_000);
        _whitelist(token, BOB, 10_000e18);
        buy(BOB, address(token), 2_000e18);
        vm.assertTrue(token.hasBonded());
        vm.expectRevert(abi.encodeWithSelector(IFactoryToken.NotWhitelisted.selector, TRADER));
        leverage(address(token), 100e18, 30);
        _whitelist(token, TRADER, 100e18);
        // All rounds together are worth more than the input.
        vm.expectRevert();
        leverage(address(token), 100e18, 30);
        leverage(address(token), 10e18, 30);
        uint256 used = token.whitelistBoughtByUser(TRADER);
        vm.assertGe(used, 10e18, "the sum of the rounds");
        vm.assertLe(used, 100e18, "within the limit");
    }

    function test_onlyTheRouterAndTideOpenPositions() public {
        address token = tokenOf(80);
        IPool.LeverageLeg memory leg;
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.openLeverage(ALICE, 1e18, address(main), 30);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.recordCashOut(ALICE, 1, 1e18);
        vm.expectRevert(IFactoryToken.OnlyMainToken.selector);
        FactoryToken(token).applyLeverage(leg, ALICE);
        vm.stopPrank();
    }

    function test_theRouterPaysBeforeAPositionOpens() public {
        vm.prank(address(swap));
        vm.expectRevert();
        main.openLeverage(TRADER, 100e18, address(main), 30);
        // With USDB of others in the pool the balance does not suffice, either.
        buy(BOB, address(main), 10_000e18);
        vm.prank(address(swap));
        vm.expectRevert(IPool.NotPaid.selector);
        main.openLeverage(TRADER, 100e18, address(main), 30);
    }

    /// forge-config: default.fuzz.runs = 40
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_mixedBuyIsALeveragedAndAnOrdinaryBuy(uint256 seed) public {
        address token = _marketOf(seed);
        uint256 amount = usdbOf(draw(seed, 3), 1_000e18, 100_000e18);
        uint256 percentage = bound(draw(seed, 4), 1, 99);
        uint256 state = vm.snapshotState();
        uint256 leveraged = amount * percentage / 100;
        if (simulate(token, leveraged, 30).totalRepay < main.minimumLoan()) return;
        uint256 collateral = leverage(token, leveraged, 30);
        uint256 bought = buy(TRADER, token, amount - leveraged);
        vm.revertToState(state);

        _mixedBuy(token, amount, [collateral, bought], percentage);
        vm.assertEq(positionOf(1).collateralAmount, collateral);
        vm.assertEq(FactoryToken(token).balanceOf(TRADER), bought);
    }

    function test_mixedBuyBindsBothOutputs() public {
        uint256 collateral = simulate(address(main), 50e18, 30).totalColleteral;
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, collateral, collateral + 1));
        _mixedBuy(address(main), 100e18, [collateral + 1, 0], 50);
        vm.expectRevert();
        _mixedBuy(address(main), 100e18, [collateral, 60e18], 50);
        _mixedBuy(address(main), 100e18, [collateral, 40e18], 50);
    }

    function test_mixedBuyOfOneKindOnly() public {
        _mixedBuy(address(main), 100e18, [uint256(0), 0], 0);
        vm.assertEq(main.leverageCount(TRADER), 0);
        uint256 held = main.balanceOf(TRADER);
        vm.assertGe(held, 90e18, "an ordinary buy");
        _mixedBuy(address(main), 100e18, [uint256(0), 0], 100);
        vm.assertEq(main.leverageCount(TRADER), 1);
        vm.assertEq(main.balanceOf(TRADER), held);
        vm.expectRevert(ISwap.PercentageTooLarge.selector);
        _mixedBuy(address(main), 100e18, [uint256(0), 0], 101);
        // Nobody receives less than asked for by leaving a part out.
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, 0, 1));
        _mixedBuy(address(main), 100e18, [uint256(1), 0], 0);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, 0, 1));
        _mixedBuy(address(main), 100e18, [uint256(0), 1], 100);
    }

    function _mixedBuy(address token, uint256 amount, uint256[2] memory least, uint256 percentage) private {
        address[] memory path = buyPath(token);
        vm.prank(TRADER);
        swap.mixedBuy(amount, least[0], least[1], path, 30, percentage);
    }

    function _marketOf(uint256 seed) private returns (address token) {
        token = tokenOf(multipliers[seed % multipliers.length]);
        buy(BOB, address(main), usdbOf(draw(seed, 1), 1e18, 100_000e18));
        buy(BOB, token, usdbOf(draw(seed, 2), 1e18, 100_000e18));
    }

    function _whitelist(FactoryToken token, address wallet, uint256 amount) private {
        address[] memory wallets = new address[](1);
        wallets[0] = wallet;
        vm.prank(DEV);
        token.SetWhitelistedWallet(wallets, amount, "");
    }

    function _assertSolvent(address token) private view {
        vm.assertGe(usdb.balanceOf(address(main)) + main.lent(), main.getLiquidity(), "USDB held");
        if (token == address(main)) return;
        FactoryToken pool = FactoryToken(token);
        vm.assertGe(main.balanceOf(token) + pool.lent(), pool.getLiquidity(), "TIDE held");
        vm.assertEq(main.balanceOf(address(main)), pool.lent(), "TIDE behind the position");
        vm.assertEq(pool.balanceOf(address(main)), positionOf(1).collateralAmount);
    }

    function _assertTrade(Vm.Log memory log, address token, uint256 tokens, uint256 price) private pure {
        (uint256 amount,, uint256 before, uint8 kind) =
            abi.decode(log.data, (uint256, uint256, uint256, uint8));
        vm.assertEq(log.emitter, token);
        vm.assertEq(address(uint160(uint256(log.topics[1]))), TRADER);
        vm.assertEq(amount, tokens);
        vm.assertEq(before, price);
        vm.assertEq(kind, 2);
    }

    function _logsOf(bytes32 topic) private returns (Vm.Log[] memory found) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        found = new Vm.Log[](logs.length);
        uint256 count;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == topic) found[count++] = logs[i];
        }
        assembly ("memory-safe") {
            mstore(found, count)
        }
    }

    function _taxesPaid() private view returns (uint256) {
        return usdb.balanceOf(TREASURY) + usdb.balanceOf(TIDE_DEV);
    }
}
