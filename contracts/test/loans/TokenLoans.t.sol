// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {LoanFixture} from "../helpers/LoanFixture.sol";
import {MarketMock} from "../helpers/MarketMock.sol";

/// @dev Loans on launched tokens, which stand on two pools: the token's lends TIDE, that of TIDE lends USDB on it.
contract TokenLoansTest is LoanFixture {
    FactoryToken private token;
    uint256 private held;

    function setUp() public override {
        super.setUp();
        token = launch(80);
        held = buy(ALICE, address(token), 1_000e18);
    }

    function test_takeLoan() public {
        uint256 amount = 400e18;
        uint256 floor = token.calculateTokenFloor();
        uint256 tide = amount * floor / 1e18;
        uint256 debt = main.collateralValue(tide);
        vm.assertTrue(floor < token.getTokenPrice());
        vm.assertEq(token.collateralValue(amount), tide);
        vm.assertEq(main.getColleteralValue(amount, address(token)), debt);
        uint256 r1 = token.reserve1();
        uint256 tideR1 = main.reserve1();
        uint256 fee = (debt * 2_050 + 99_999) / 100_000;
        uint256 hubId = borrow(ALICE, address(token), amount, 10);

        vm.assertEq(token.lent(), tide);
        vm.assertEq(token.reserve1(), r1, "principal changes no reserve");
        vm.assertEq(main.balanceOf(address(token)), token.getLiquidity() - tide);
        vm.assertEq(main.lent(), debt);
        vm.assertEq(main.reserve1(), tideR1 + fee - fee / 2);
        vm.assertEq(usdb.balanceOf(address(main)), main.getLiquidity() - debt);
        vm.assertEq(main.collateralHeld(address(token)), amount);
        vm.assertEq(main.collateralHeld(address(main)), tide);
        // The rate is the split of a trade of the token: 15 USDB of the purchase, and half of the fee.
        vm.assertEq(taxes.totalDevTaxCollected(address(token)), 3e18 + fee / 2 / 5);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.token, address(token));
        vm.assertEq(loan.fullAmount, debt);
        vm.assertEq(loan.borrowedAmount, debt - fee);
    }

    function test_repay() public {
        uint256 hubId = borrow(ALICE, address(token), held, 10);
        vm.assertEq(token.balanceOf(ALICE), 0);
        vm.prank(ALICE);
        hub.repayLoan(hubId);
        vm.assertEq(token.balanceOf(ALICE), held);
        vm.assertEq(token.lent(), 0);
        vm.assertEq(main.lent(), 0);
        vm.assertEq(main.balanceOf(address(token)), token.getLiquidity());
        vm.assertEq(main.balanceOf(address(main)), 0);
    }

    /// First the TIDE that covers the debt, then the tokens that cover that TIDE.
    function test_liquidation() public {
        uint256 hubId = borrow(ALICE, address(token), held, 10);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        buy(BOB, address(token), 5_000e18);
        uint256 lent = token.lent();
        uint256 tide = main.collateralFor(loan.fullAmount);
        uint256 burned = token.collateralFor(tide);
        uint256 floor = token.calculateTokenFloor();
        uint256 tidePrice = main.getTokenPrice();
        uint256[3] memory before = [token.reserve1(), main.reserve1(), main.totalSupply()];
        vm.assertTrue(tide < lent && burned < held);
        vm.warp(vm.getBlockTimestamp() + 10 days);
        vm.prank(KEEPER);
        hub.liquidate(ALICE, hubId);

        loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.liquidatedAmount, burned);
        vm.assertEq(token.balanceOf(KEEPER), (held - burned) / 10);
        vm.assertEq(loan.liquidationClaim, held - burned - (held - burned) / 10);
        vm.assertEq(token.reserve1(), before[0] - tide);
        vm.assertEq(main.reserve1(), before[1] - loan.fullAmount);
        vm.assertEq(main.totalSupply(), before[2] - tide);
        vm.assertEq(token.lent(), 0);
        vm.assertEq(main.lent(), 0);
        vm.assertEq(main.balanceOf(address(token)), token.getLiquidity());
        vm.assertTrue(token.calculateTokenFloor() >= floor);
        vm.assertTrue(main.getTokenPrice() >= tidePrice);
        vm.assertEq(main.collateralHeld(address(main)), 0);
        vm.assertEq(main.collateralHeld(address(token)), loan.liquidationClaim);
        vm.prank(ALICE);
        vm.assertEq(hub.claimLiquidation(hubId), loan.liquidationClaim);
    }

    function test_partialSale() public {
        uint256 hubId = borrow(ALICE, address(token), held, 10);
        buy(BOB, address(token), 5_000e18);
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        uint256 rest = loan.fullAmount * 60 / 100;
        (uint256 tide, uint256 tokens, uint256 residual) =
            main.getPartialLoanSellAmounts(1, address(hub), 40, false);
        vm.assertEq(tide, main.collateralFor(loan.fullAmount - rest));
        vm.assertEq(tokens, token.collateralFor(tide));
        vm.assertEq(residual, held - (held * 60 + 99) / 100 - tokens);
        uint256 stays = (token.lent() * 60 + 99) / 100;
        uint256 before = usdb.balanceOf(ALICE);
        uint256 quote = swap.getAmountsOut(residual, pathOf(address(token), address(main), address(usdb)));
        vm.prank(ALICE);
        hub.hubPartialLoanSell(hubId, 40, false, quote * 99 / 100);
        vm.assertTrue(usdb.balanceOf(ALICE) - before >= quote * 99 / 100);
        loan = coreOf(ALICE, hubId);
        vm.assertEq(loan.fullAmount, rest);
        vm.assertEq(main.lent(), rest);
        // The TIDE that was lent keeps its share; of the other 40 % goes back to the token's pool what was not burned.
        vm.assertEq(token.lent(), stays);
        vm.assertEq(main.collateralHeld(address(main)), stays);
        vm.assertEq(main.collateralHeld(address(token)), loan.collateralAmount);
        vm.assertEq(token.balanceOf(address(swap)) + main.balanceOf(address(swap)), 0);
    }

    /// Sales directly after each other: the roundings of one leave room for those of the next.
    function testFuzz_salesInARow(uint256 amount, uint256 seed) public {
        amount = bound(amount, held / 500, held);
        uint256 hubId = borrow(ALICE, address(token), amount, 10);
        for (uint256 i; i < 12; ++i) {
            seed = next(seed);
            uint256 percentage = 10 * (1 + seed % 9);
            if (coreOf(ALICE, hubId).fullAmount * (100 - percentage) / 100 < 0.01e18) break;
            vm.prank(ALICE);
            hub.hubPartialLoanSell(hubId, percentage, false, 0);
            ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
            vm.assertTrue(main.collateralFor(loan.fullAmount) <= token.lent());
            vm.assertTrue(token.collateralFor(token.lent()) <= loan.collateralAmount);
        }
        vm.prank(ALICE);
        hub.hubPartialLoanSell(hubId, 100, false, 0);
        vm.assertEq(token.lent() + main.lent() + main.balanceOf(address(main)), 0);
    }

    /// The token's pool lends more when the TIDE it has lent does not cover the debt with the fee.
    function test_extensionAddedToTheDebtDrawsMoreTide() public {
        uint256 hubId = borrow(ALICE, address(token), held, 10);
        buy(BOB, address(token), 5_000e18);
        vm.prank(ALICE);
        hub.extendLoan(hubId, 900, false, false);
        uint256 lent = token.lent();
        ILoanBook.LoanDetails memory loan = coreOf(ALICE, hubId);
        for (uint256 i; i < 3; ++i) {
            vm.warp(vm.getBlockTimestamp() + 880 days);
            vm.prank(ALICE);
            hub.extendLoan(hubId, 880, false, false);
        }
        vm.assertTrue(token.lent() > lent);
        vm.assertTrue(coreOf(ALICE, hubId).fullAmount > loan.fullAmount);
        vm.assertEq(coreOf(ALICE, hubId).borrowedAmount, loan.borrowedAmount);
        vm.assertEq(main.collateralHeld(address(main)), token.lent());
        vm.assertTrue(main.collateralFor(main.lent()) <= token.lent());
        vm.assertTrue(token.collateralFor(token.lent()) <= held);
    }

    function test_refinancing() public {
        uint256 hubId = borrow(ALICE, address(token), held, 10);
        buy(BOB, address(token), 5_000e18);
        uint256 value = main.getColleteralValue(held, address(token));
        vm.prank(ALICE);
        hub.extendLoan(hubId, 0, true, true);
        vm.assertEq(main.lent(), value);
        vm.assertEq(token.lent(), token.collateralValue(held));
        vm.assertEq(coreOf(ALICE, hubId).fullAmount, value);
    }

    function test_increase() public {
        uint256 hubId = borrow(ALICE, address(token), held / 2, 10);
        uint256 lent = token.lent();
        vm.prank(ALICE);
        hub.increaseLoan(hubId, held / 4);
        vm.assertEq(token.lent(), lent + token.collateralValue(held / 4));
        vm.assertEq(main.collateralHeld(address(token)), held / 2 + held / 4);
    }

    /// Two thirds of the tax half go to the market.
    function test_predictionTokensPayTheirMarket() public {
        MarketMock market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        address prediction = market.create(factory, DEV);
        uint256 amount = buy(ALICE, prediction, 100e18);
        uint256 pot = usdb.balanceOf(address(market));
        uint256 debt = main.getColleteralValue(amount, prediction);
        // Multiplier 100 lends at the price.
        vm.assertEq(
            FactoryToken(prediction).collateralValue(1e18), FactoryToken(prediction).getTokenPrice()
        );
        borrow(ALICE, prediction, amount, 10);
        uint256 fee = (debt * 2_050 + 99_999) / 100_000;
        vm.assertEq(usdb.balanceOf(address(market)), pot + fee / 2 * 2 / 3);
    }

    /// The reward phase sees collateral as tokens that left the wallet: their shares are forfeited.
    function test_pledgedTokensForfeitTheirShares() public {
        FactoryToken phased = launch(80, false, 1_000, 1_000);
        uint256 amount = buy(ALICE, address(phased), 100e18);
        vm.assertTrue(phased.shares(ALICE) > 0);
        borrow(ALICE, address(phased), amount, 10);
        vm.assertEq(phased.shares(ALICE), 0);
    }

    function test_onlyTideUsesTheTokensLending() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IFactoryToken.OnlyMainToken.selector);
        token.lendQuote(1);
        vm.expectRevert(IFactoryToken.OnlyMainToken.selector);
        token.returnQuote(1);
        vm.expectRevert(IFactoryToken.OnlyMainToken.selector);
        token.liquidateCollateral(1, 1);
        vm.stopPrank();
    }
}
