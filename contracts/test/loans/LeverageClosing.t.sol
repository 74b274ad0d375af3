// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {LeverageFixture} from "../helpers/LeverageFixture.sol";
import {Vm} from "../helpers/Test.sol";

/// @dev Ways out of a leverage position: sale of parts, repayment, liquidation. None of them pays.
contract LeverageClosingTest is LeverageFixture {
    bytes32 private constant TRADED = keccak256("TokensTraded(uint256,uint256,address,uint256,uint8)");

    uint256[6] private multipliers = [uint256(0), 1, 30, 50, 80, 100];

    /// forge-config: default.fuzz.runs = 60
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_closingAtOnceLoses(uint256 seed) public {
        address token = _marketOf(seed);
        uint256 before = usdb.balanceOf(TRADER);
        leverage(token, usdbOf(draw(seed, 3), 1_000e18, 1_000_000e18), bound(seed, 1, 1_000));
        _everybodyElseCanSell(token);
        uint256 state = vm.snapshotState();
        close(1, 100);
        vm.assertLe(usdb.balanceOf(TRADER), before, "by a sale");
        _assertClosed(token);
        vm.revertToState(state);
        _repayAndSell(token);
        vm.assertLe(usdb.balanceOf(TRADER), before, "by repaying");
        _assertClosed(token);
        _everybodyElseCanSell(token);
    }

    /// The leverage lifts the price; tokens held from before are sold into it.
    /// forge-config: default.fuzz.runs = 60
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_leveragedBuyDoesNotLiftOwnHoldings(uint256 seed) public {
        address token = _marketOf(seed);
        uint256 before = usdb.balanceOf(TRADER);
        uint256 held = buy(TRADER, token, usdbOf(draw(seed, 3), 1e18, 1_000_000e18));
        leverage(token, usdbOf(draw(seed, 4), 1_000e18, 1_000_000e18), bound(seed, 1, 1_000));
        uint256 state = vm.snapshotState();
        sell(TRADER, token, held);
        // The position is given up: nothing more is paid in, nothing comes back.
        vm.assertLe(usdb.balanceOf(TRADER), before, "without closing");
        close(1, 100);
        vm.assertLe(usdb.balanceOf(TRADER), before, "with a sale");
        _everybodyElseCanSell(token);
        vm.revertToState(state);
        sell(TRADER, token, held);
        _repayAndSell(token);
        vm.assertLe(usdb.balanceOf(TRADER), before, "with a repayment");
        _everybodyElseCanSell(token);
    }

    /// The same with tokens sold while the position is closed in parts, and TIDE bought beside it.
    /// forge-config: default.fuzz.runs = 30
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_interleavedSalesDoNotPay(uint256 seed) public {
        address token = _marketOf(seed);
        uint256 before = usdb.balanceOf(TRADER);
        uint256 held = buy(TRADER, token, usdbOf(draw(seed, 3), 1e18, 100_000e18));
        leverage(token, usdbOf(draw(seed, 4), 10_000e18, 100_000e18), 30);
        buy(TRADER, address(main), usdbOf(draw(seed, 5), 1e18, 100_000e18));
        close(1, 10 * bound(draw(seed, 6), 1, 9));
        sell(TRADER, token, held / 2);
        leverage(address(main), 10_000e18, 1);
        close(1, 100);
        close(2, 100);
        if (token != address(main)) sell(TRADER, token, FactoryToken(token).balanceOf(TRADER));
        sell(TRADER, address(main), main.balanceOf(TRADER));
        vm.assertLe(usdb.balanceOf(TRADER), before, "all in all");
        _everybodyElseCanSell(token);
    }

    /// forge-config: default.fuzz.runs = 40
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_sellsInParts(uint256 seed) public {
        address token = _marketOf(seed);
        leverage(token, usdbOf(draw(seed, 3), 10_000e18, 100_000e18), 30);
        uint256 cashedOut;
        for (uint256 i; i < 3; ++i) {
            uint256 percentage = 10 * bound(seed = next(seed), 1, 7);
            ILoanBook.LoanDetails memory before = positionOf(1);
            uint256 held = usdb.balanceOf(TRADER);
            uint256 paid = close(1, percentage);
            cashedOut += paid;
            vm.assertEq(usdb.balanceOf(TRADER) - held, paid);
            _assertPart(before, percentage, cashedOut);
        }
        cashedOut += close(1, 100);
        vm.assertEq(positionOf(1).leverage.cashedOut, cashedOut);
        _assertClosed(token);
    }

    function test_salesOfPartsNameTheTraderAndTheirKind() public {
        address token = tokenOf(80);
        buy(BOB, token, 5_000e18);
        leverage(token, 1_000e18, 30);
        (,, uint256 residual) = main.getPartialLoanSellAmounts(1, TRADER, 40, true);
        vm.recordLogs();
        close(1, 40);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 legs;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != TRADED) continue;
            (uint256 amount,,, uint8 kind) = abi.decode(logs[i].data, (uint256, uint256, uint256, uint8));
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))), TRADER);
            vm.assertEq(kind, 3);
            if (legs == 0) vm.assertEq(amount, residual);
            ++legs;
        }
        vm.assertEq(legs, 2, "the token's and TIDE's");
    }

    function test_leastOutputOfASaleBinds() public {
        leverage(address(main), 1_000e18, 30);
        uint256 state = vm.snapshotState();
        uint256 paid = close(1, 50);
        vm.revertToState(state);
        vm.startPrank(TRADER);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, paid, paid + 1));
        swap.partialLoanSell(1, 50, true, paid + 1);
        swap.partialLoanSell(1, 50, true, paid);
        vm.stopPrank();
    }

    function test_onlyTheOwnPositionIsClosed() public {
        leverage(address(main), 1_000e18, 30);
        vm.startPrank(ALICE);
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        swap.partialLoanSell(1, 100, true, 0);
        vm.expectRevert(ILoanBook.LoanNotFound.selector);
        main.RepayLoan(1, true);
        vm.stopPrank();
        vm.prank(TRADER);
        vm.expectRevert(ISwap.OnlyLeverage.selector);
        swap.partialLoanSell(1, 100, false, 0);
    }

    /// forge-config: default.fuzz.runs = 40
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_anExpiredPositionIsLiquidated(uint256 seed) public {
        address token = _marketOf(seed);
        uint256 numberOfDays = bound(seed, 1, 1_000);
        leverage(token, usdbOf(draw(seed, 3), 1_000e18, 1_000_000e18), numberOfDays);
        vm.warp(vm.getBlockTimestamp() + numberOfDays * 1 days - 1);
        vm.prank(BOB);
        vm.expectRevert(ILoanBook.LoanNotExpired.selector);
        main.LiquidateLoan(1, TRADER, true);
        vm.warp(vm.getBlockTimestamp() + 1);
        uint256 floor = _floorOf(token);
        uint256 held = FactoryToken(token).balanceOf(BOB);
        vm.prank(BOB);
        main.LiquidateLoan(1, TRADER, true);

        ILoanBook.LoanDetails memory position = positionOf(1);
        uint256 rest = position.collateralAmount - position.liquidatedAmount;
        vm.assertTrue(position.isLiquidated && !position.active);
        vm.assertEq(FactoryToken(token).balanceOf(BOB) - held, rest / 10);
        vm.assertEq(position.liquidationClaim, rest - rest / 10);
        vm.assertGe(_floorOf(token), floor, "the floor does not fall");
        if (position.liquidationClaim > 0) {
            vm.prank(TRADER);
            vm.assertEq(main.ClaimLiquidation(1, true), rest - rest / 10);
        }
        _assertClosed(token);
        _everybodyElseCanSell(token);
    }

    function test_anExpiredPositionCanStillBeClosed() public {
        leverage(address(main), 1_000e18, 1);
        vm.warp(vm.getBlockTimestamp() + 2 days);
        close(1, 50);
        _repayAndSell(address(main));
        _assertClosed(address(main));
    }

    function test_aPositionIsExtendedByItsTrader() public {
        leverage(address(main), 1_000e18, 30);
        buy(BOB, address(main), 100_000e18);
        (bool possible,, uint256 extraOut) = main.ExtensionEligibility(TRADER, 1, 30, true, true, true);
        vm.assertTrue(possible);
        vm.prank(TRADER);
        main.ExtendLoan(1, 30, true, true, true, true);
        vm.assertEq(positionOf(1).leverage.cashedOut, extraOut);
        vm.assertEq(positionOf(1).liquidationTime, vm.getBlockTimestamp() + 60 days);
        uint256 paid = close(1, 100);
        vm.assertEq(positionOf(1).leverage.cashedOut, extraOut + paid);
    }

    function _repayAndSell(address token) private {
        vm.prank(TRADER);
        main.RepayLoan(1, true);
        sell(TRADER, token, positionOf(1).collateralAmount);
    }

    function _assertPart(ILoanBook.LoanDetails memory before, uint256 percentage, uint256 cashedOut)
        private
        view
    {
        ILoanBook.LoanDetails memory position = positionOf(1);
        vm.assertTrue(position.active);
        vm.assertEq(position.fullAmount, before.fullAmount * (100 - percentage) / 100);
        vm.assertApproxEqAbs(
            position.collateralAmount, before.collateralAmount * (100 - percentage) / 100, 1e6
        );
        vm.assertEq(position.borrowedAmount, before.borrowedAmount);
        vm.assertEq(position.leverage.leverageBuyAmount, before.leverage.leverageBuyAmount);
        vm.assertEq(position.leverage.cashedOut, cashedOut);
        uint256 value = main.getColleteralValue(position.collateralAmount, position.token);
        vm.assertGe(value, position.fullAmount, "the rest covers its debt");
    }

    function _assertClosed(address token) private view {
        vm.assertFalse(positionOf(1).active);
        vm.assertEq(positionOf(1).timeOfClosure, vm.getBlockTimestamp());
        vm.assertEq(main.lent(), 0);
        vm.assertEq(main.collateralHeld(token), 0);
        vm.assertEq(main.collateralHeld(address(main)), 0);
        vm.assertEq(FactoryToken(token).balanceOf(address(main)), 0);
        if (token != address(main)) vm.assertEq(FactoryToken(token).lent(), 0);
    }

    /// @dev The pools can pay for every token that is not collateral, in both orders. Changes nothing.
    function _everybodyElseCanSell(address token) private {
        uint256 state = vm.snapshotState();
        _sellAll(BOB, token);
        _sellAll(BOB, address(main));
        vm.revertToState(state);
        _sellAll(BOB, address(main));
        _sellAll(BOB, token);
        vm.revertToState(state);
    }

    function _sellAll(address wallet, address token) private {
        uint256 held = FactoryToken(token).balanceOf(wallet);
        if (held > 1e6) sell(wallet, token, held);
    }

    function _floorOf(address token) private view returns (uint256) {
        return token == address(main) ? main.getTokenPrice() : FactoryToken(token).calculateTokenFloor();
    }

    function _marketOf(uint256 seed) private returns (address token) {
        token = tokenOf(multipliers[seed % multipliers.length]);
        buy(BOB, address(main), usdbOf(draw(seed, 1), 1e18, 100_000e18));
        buy(BOB, token, usdbOf(draw(seed, 2), 1e18, 10_000e18));
    }
}
